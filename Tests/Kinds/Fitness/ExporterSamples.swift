/// Files in the shape in which known exporters write them, made by hand after what is published of each; places and people are nobody's.
enum ExporterSamples {
    /// Komoot, a recorded tour: no type, times with milliseconds, and a link whose own type is that of a web page. After the schema of GPX
    /// 1.1 (topografix.com/GPX/1/1) and the heads of tours that users publish.
    static let komootGPX = """
        <?xml version='1.0' encoding='UTF-8'?>
        <gpx version="1.1" creator="https://www.komoot.de" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
          <metadata>
            <name>Feierabendrunde</name>
            <author>
              <link href="https://www.komoot.de"><text>komoot</text><type>text/html</type></link>
            </author>
          </metadata>
          <wpt lat="50.000100" lon="18.000000"><name>Bäckerei</name><type>shop</type></wpt>
          <trk>
            <name>Feierabendrunde</name>
            <trkseg>
              <trkpt lat="50.000000" lon="18.000000"><ele>336.461315</ele><time>2025-06-15T06:27:21.112Z</time></trkpt>
              <trkpt lat="50.010000" lon="18.000000"><ele>336.461315</ele><time>2025-06-15T06:30:00.512Z</time></trkpt>
              <trkpt lat="50.020000" lon="18.000000"><ele>337.100000</ele><time>2025-06-15T06:37:21.900Z</time></trkpt>
            </trkseg>
          </trk>
        </gpx>
        """

    /// Komoot, a planned tour: nobody has walked it yet, so no point has a time.
    static let komootPlannedGPX = """
        <?xml version='1.0' encoding='UTF-8'?>
        <gpx version="1.1" creator="https://www.komoot.de" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><name>Geplant</name></metadata>
          <trk><name>Geplant</name><trkseg>
            <trkpt lat="50.00" lon="18.0"><ele>336.4</ele></trkpt><trkpt lat="50.01" lon="18.0"><ele>337.0</ele></trkpt>
          </trkseg></trk>
        </gpx>
        """

    /// OsmAnd: several tracks and segments, extensions of its own namespace everywhere, one of which has a time, and points without one.
    /// After osmand.net/docs/technical/osmand-file-formats/osmand-gpx.
    static let osmAndGPX = """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
        <gpx version="1.1" creator="OsmAnd~ 5.0.0" xmlns="https://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx" xmlns:gpxtpx="https://www8.garmin.com/xmlschemas/TrackPointExtensionv1.xsd" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance">
          <metadata>
            <name>2025-05-01_07-30_Thu</name><time>2025-05-01T04:30:00Z</time>
            <extensions><osmand:activity>trail_running</osmand:activity></extensions>
          </metadata>
          <wpt lat="55.7" lon="37.6"><time>2025-05-01T04:29:00Z</time><name>Start</name><type>SOTM</type></wpt>
          <rte><name>Way there</name><rtept lat="55.6" lon="37.6"><time>2025-05-01T04:00:00Z</time></rtept></rte>
          <trk>
            <type>trail_running</type>
            <trkseg>
              <trkpt lat="55.70" lon="37.6"><ele>150</ele><time>2025-05-01T04:30:00Z</time><hdop>3</hdop>
                <extensions><osmand:speed>2.8</osmand:speed><osmand:heading>0</osmand:heading><osmand:time>3712</osmand:time></extensions>
              </trkpt>
              <trkpt lat="55.71" lon="37.6"><ele>150</ele><time></time></trkpt>
              <trkpt lat="55.72" lon="37.6"><ele>151</ele><time>2025-05-01T04:42:00Z</time><hdop>4</hdop></trkpt>
            </trkseg>
            <trkseg>
              <trkpt lat="55.80" lon="37.6"><time>2025-05-01T05:00:00Z</time></trkpt>
              <trkpt lat="55.81" lon="37.6"><time>2025-05-01T05:10:00Z</time></trkpt>
            </trkseg>
            <extensions><osmand:color>#aa00ff00</osmand:color><osmand:type>line</osmand:type></extensions>
          </trk>
          <trk>
            <name>Back</name>
            <trkseg>
              <trkpt lat="55.81" lon="37.6"><time>2025-05-01T06:00:00Z</time></trkpt>
              <trkpt lat="55.80" lon="37.6"><time>2025-05-01T06:20:00Z</time></trkpt>
            </trkseg>
          </trk>
          <extensions><osmand:show_arrows>true</osmand:show_arrows><osmand:width>bold</osmand:width></extensions>
        </gpx>
        """

    /// Suunto's app: empty names, and Garmin's extension under another prefix. After its exports as users describe them.
    static let suuntoGPX = """
        <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" creator="Suunto app" version="1.1" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
          <metadata><name></name><desc/><author><name></name></author></metadata>
          <trk><name></name><trkseg>
            <trkpt lat="60.20" lon="24.9"><ele>-3.4</ele><time>2022-02-22T18:09:02Z</time>
              <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>95</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>
            </trkpt>
            <trkpt lat="60.21" lon="24.9"><ele>-3.1</ele><time>2022-02-22T18:29:02Z</time></trkpt>
          </trkseg></trk>
        </gpx>
        """

    /// Movescount, before Suunto's app: another namespace, empty extensions, and every name behind a prefix, as XML allows. After
    /// cluetrust.com/Schemas/gpxdata10.xsd.
    static let movescountGPX = """
        <?xml version="1.0" encoding="utf-8" standalone="no"?>
        <g:gpx version="1.1" creator="Movescount - http://www.movescount.com" xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0" xmlns:g="http://www.topografix.com/GPX/1/1">
          <g:trk><g:name>Move</g:name><g:type>Trekking</g:type><g:trkseg>
            <g:trkpt lat="42.90" lon="0.9"><g:ele>714.799987792969</g:ele><g:time>2018-05-13T14:11:03.000Z</g:time><g:extensions /></g:trkpt>
            <g:trkpt lat="42.91" lon="0.9"><g:ele>707</g:ele><g:time>2018-05-13T14:41:03.000Z</g:time>
              <g:extensions><gpxdata:hr>150</gpxdata:hr><gpxdata:temp>23.9</gpxdata:temp><gpxdata:distance>9</gpxdata:distance></g:extensions>
            </g:trkpt>
          </g:trkseg></g:trk>
        </g:gpx>
        """

    /// Garmin Connect, two activities in one file, each with its type. After garmin.com/xmlschemas/GpxExtensionsv3.xsd and Connect's
    /// names of activity types.
    static let garminTwoTracksGPX = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx creator="Garmin Connect" version="1.1" xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><link href="connect.garmin.com"><text>Garmin Connect</text></link><time>2024-07-01T05:00:00.000Z</time></metadata>
          <trk><name>Gravel</name><link href="https://connect.garmin.com"><type>text/html</type></link><type>gravel_cycling</type><trkseg>
            <trkpt lat="55.70" lon="37.6"><time>2024-07-01T05:00:00.000Z</time>
              <extensions><ns3:TrackPointExtension><ns3:atemp>21.0</ns3:atemp><ns3:hr>98</ns3:hr></ns3:TrackPointExtension></extensions></trkpt>
            <trkpt lat="55.72" lon="37.6"><time>2024-07-01T05:06:00.000Z</time></trkpt>
          </trkseg></trk>
          <trk><name>Walk</name><type>casual_walking</type><trkseg>
            <trkpt lat="55.72" lon="37.6"><time>2024-07-01T06:00:00.000Z</time></trkpt>
            <trkpt lat="55.73" lon="37.6"><time>2024-07-01T06:15:00.000Z</time></trkpt>
          </trkseg></trk>
        </gpx>
        """

    /// Strava: ten blanks before the declaration (github.com/GPSBabel/gpsbabel/issues/371), times without fractions, an extension without a
    /// prefix.
    static let stravaTCX = """
                  <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">
         <Activities>
          <Activity Sport="Running">
           <Id>2020-02-22T17:19:56Z</Id>
           <Lap StartTime="2020-02-22T17:19:56Z">
            <TotalTimeSeconds>1500</TotalTimeSeconds>
            <DistanceMeters>5012.3</DistanceMeters>
            <Calories>0</Calories>
            <Intensity>Active</Intensity>
            <TriggerMethod>Manual</TriggerMethod>
            <Track><Trackpoint><Time>2020-02-22T17:19:56Z</Time><DistanceMeters>0.0</DistanceMeters>
              <Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>3.3</Speed><Watts>139</Watts></TPX></Extensions>
            </Trackpoint></Track>
           </Lap>
          </Activity>
         </Activities>
        </TrainingCenterDatabase>
        """

    /// Garmin, a session of several sports with a change between them. After www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd.
    static let multiSportTCX = """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
         <Activities><MultiSportSession><Id>2023-08-20T06:00:00.000Z</Id>
          <FirstSport><Activity Sport="Biking"><Id>2023-08-20T06:00:00.000Z</Id>
           <Lap StartTime="2023-08-20T06:00:00.000Z"><TotalTimeSeconds>3600.0</TotalTimeSeconds><DistanceMeters>30000.0</DistanceMeters><Calories>700</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod></Lap>
          </Activity></FirstSport>
          <NextSport>
           <Transition StartTime="2023-08-20T07:00:00.000Z"><TotalTimeSeconds>90.0</TotalTimeSeconds><DistanceMeters>50.0</DistanceMeters><Calories>3</Calories><Intensity>Resting</Intensity><TriggerMethod>Manual</TriggerMethod></Transition>
           <Activity Sport="Running"><Id>2023-08-20T07:01:30.000Z</Id>
            <Lap StartTime="2023-08-20T07:01:30.000Z"><TotalTimeSeconds>1200.0</TotalTimeSeconds><DistanceMeters>4000.0</DistanceMeters><Calories>250</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod></Lap>
           </Activity>
          </NextSport>
         </MultiSportSession></Activities>
         <Courses><Course><Name>Loop</Name><Lap><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters></Lap></Course></Courses>
        </TrainingCenterDatabase>
        """

    /// An exporter that writes no sums for its laps, as some apps for trainers do: only its points say how long and how far.
    static let barelapsTCX = """
        <?xml version="1.0"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
         <Activities><Activity Sport="Biking"><Id>2026-02-06T08:00:00Z</Id>
          <Lap StartTime="2026-02-06T08:00:00Z"><Track>
           <Trackpoint><Time>2026-02-06T08:00:00Z</Time><DistanceMeters>0</DistanceMeters></Trackpoint>
           <Trackpoint><Time>2026-02-06T08:10:00Z</Time><DistanceMeters>4200.5</DistanceMeters></Trackpoint>
          </Track></Lap>
          <Lap StartTime="2026-02-06T08:10:00Z"><Track>
           <Trackpoint><Time>2026-02-06T08:10:30Z</Time><Extensions><ns3:TPX><ns3:Speed>4.2</ns3:Speed></ns3:TPX></Extensions></Trackpoint>
           <Trackpoint><Time>2026-02-06T08:20:00Z</Time><DistanceMeters>8400.4</DistanceMeters></Trackpoint>
          </Track></Lap>
         </Activity></Activities>
        </TrainingCenterDatabase>
        """
}
