/// Files as the services export them, in their shape and with their ways; places and people are nobody's.
enum TrackerSamples {
    /// As Garmin Connect exports a run: 0.02 degrees of a meridian, which are 2,224 m, in half an hour with a pause.
    static let garminGPX = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx creator="Garmin Connect" version="1.1"
          xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/11.xsd"
          xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
          xmlns="http://www.topografix.com/GPX/1/1"
          xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns2="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
          <metadata>
            <link href="connect.garmin.com"><text>Garmin Connect</text></link>
            <time>2024-05-01T04:30:00.000Z</time>
          </metadata>
          <trk>
            <name>Moscow Running</name>
            <type>running</type>
            <trkseg>
              <trkpt lat="55.7000000000000028421709430404007434844970703125" lon="37.599999904632568359375">
                <ele>150.600006103515625</ele>
                <time>2024-05-01T04:30:00.000Z</time>
                <extensions><ns3:TrackPointExtension><ns3:hr>98</ns3:hr><ns3:cad>80</ns3:cad></ns3:TrackPointExtension></extensions>
              </trkpt>
              <trkpt lat="55.71" lon="37.6"><ele>151</ele><time>2024-05-01T04:40:00.000Z</time></trkpt>
            </trkseg>
            <trkseg>
              <trkpt lat="55.80" lon="37.6"><ele>151</ele><time>2024-05-01T04:50:00.000Z</time></trkpt>
              <trkpt lat="55.81" lon="37.6"><ele>152</ele><time>2024-05-01T05:00:00.000Z</time></trkpt>
            </trkseg>
          </trk>
        </gpx>

        """

    /// As Strava exports it: the sport is a number, and there is no type in older files.
    static let stravaGPX = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx creator="StravaGPX" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd" version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
         <metadata>
          <time>2024-05-01T04:30:04Z</time>
         </metadata>
         <trk>
          <name>Утренний забег &amp; кофе</name>
          <type>9</type>
          <trkseg>
           <trkpt lat="55.7000000" lon="37.6000000">
            <ele>150.2</ele>
            <time>2024-05-01T04:30:04Z</time>
           </trkpt>
           <trkpt lat="55.7200000" lon="37.6000000">
            <ele>150.4</ele>
            <time>2024-05-01T04:59:58Z</time>
           </trkpt>
          </trkseg>
         </trk>
        </gpx>

        """

    /// As Garmin exports it: two laps, whose points have metres of their own.
    static let garminTCX = """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase
          xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd"
          xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"
          xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <Activities>
            <Activity Sport="Biking">
              <Id>2024-06-02T07:00:00.000Z</Id>
              <Lap StartTime="2024-06-02T07:00:00.000Z">
                <TotalTimeSeconds>1800.0</TotalTimeSeconds>
                <DistanceMeters>10000.0</DistanceMeters>
                <MaximumSpeed>11.2</MaximumSpeed>
                <Calories>250</Calories>
                <AverageHeartRateBpm><Value>120</Value></AverageHeartRateBpm>
                <MaximumHeartRateBpm><Value>171</Value></MaximumHeartRateBpm>
                <Intensity>Active</Intensity>
                <TriggerMethod>Distance</TriggerMethod>
                <Track>
                  <Trackpoint>
                    <Time>2024-06-02T07:00:00.000Z</Time>
                    <Position><LatitudeDegrees>59.93</LatitudeDegrees><LongitudeDegrees>30.31</LongitudeDegrees></Position>
                    <AltitudeMeters>12.4</AltitudeMeters>
                    <DistanceMeters>0.0</DistanceMeters>
                    <HeartRateBpm><Value>90</Value></HeartRateBpm>
                    <Extensions><ns3:TPX><ns3:Speed>0.0</ns3:Speed></ns3:TPX></Extensions>
                  </Trackpoint>
                </Track>
              </Lap>
              <Lap StartTime="2024-06-02T07:30:00.000Z">
                <TotalTimeSeconds>600.5</TotalTimeSeconds>
                <DistanceMeters>2.5E3</DistanceMeters>
                <Calories>50</Calories>
                <AverageHeartRateBpm><Value>160</Value></AverageHeartRateBpm>
                <Intensity>Active</Intensity>
                <TriggerMethod>Manual</TriggerMethod>
              </Lap>
              <Creator xsi:type="Device_t"><Name>Edge 530</Name></Creator>
            </Activity>
          </Activities>
          <Author xsi:type="Application_t"><Name>Connect Api</Name></Author>
        </TrainingCenterDatabase>

        """

    /// As a phone exports it: a document type that says how elements are made, records by the million, and a workout of each age.
    static func healthExport(records: Int = 3, more: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!ELEMENT ExportDate EMPTY>
        <!ATTLIST ExportDate
          value CDATA #REQUIRED
        >
        <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
        <!ATTLIST Workout
          workoutActivityType   CDATA #REQUIRED
          duration              CDATA #IMPLIED
          startDate             CDATA #REQUIRED
        >
        ]>
        <HealthData locale="ru_RU">
         <ExportDate value="2024-07-01 10:00:00 +0300"/>
         <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
        \(String(repeating: #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna’s iPhone" sourceVersion="17.4" device="&lt;&lt;HKDevice: 0x2&gt;, name:iPhone&gt;" unit="count" creationDate="2024-05-01 07:40:12 +0300" startDate="2024-05-01 07:30:00 +0300" endDate="2024-05-01 07:39:58 +0300" value="812"/>"# + "\n", count: records)) <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" totalDistance="3.1" totalDistanceUnit="mi" totalEnergyBurned="1255.2" totalEnergyBurnedUnit="kJ" sourceName="Watch" creationDate="2021-05-01 08:01:00 +0300" startDate="2021-05-01 07:30:00 +0300" endDate="2021-05-01 08:00:30 +0300">
          <MetadataEntry key="HKIndoorWorkout" value="0"/>
         </Workout>
         <Workout workoutActivityType="HKWorkoutActivityTypeSwimming" duration="45.0" durationUnit="min" sourceName="Watch" sourceVersion="10.4" creationDate="2024-03-31 03:50:00 +0200" startDate="2024-03-31 01:30:00 +0100" endDate="2024-03-31 03:15:00 +0200">
          <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-03-31 01:31:00 +0100"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceSwimming" startDate="2024-03-31 01:30:00 +0100" endDate="2024-03-31 03:15:00 +0200" sum="1500" unit="m"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2024-03-31 01:30:00 +0100" endDate="2024-03-31 03:15:00 +0200" sum="410.4" unit="kcal"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2024-03-31 01:30:00 +0100" endDate="2024-03-31 03:15:00 +0200" average="131.6" minimum="95" maximum="160" unit="count/min"/>
         </Workout>
        \(more)</HealthData>

        """
    }

    /// As Strava's API answers, with members that nobody here reads.
    /// An entry of Fitbit's list of activity logs: the run of the others.
    static func fitbit(
        distance: String = "2.2317", unit: String = "Kilometer", name: String = "Run",
        start: String = "2024-05-01T07:30:02.000+03:00"
    ) -> String {
        #"{"source":"fitbit","activities":[{"logId":8734567890123456789,"activityName":"\#(name)","activityTypeId":90009,"logType":"auto_detected","startTime":"\#(start)","originalStartTime":"2024-05-01T07:30:02.000+03:00","duration":1795000,"activeDuration":1700000,"steps":2610,"calories":171,"distance":\#(distance),"distanceUnit":"\#(unit)","averageHeartRate":152,"speed":4.5}]}"#
    }

    static func strava(
        id: String = "11300000001", type: String = "Run", start: String = "2024-05-01T04:30:02Z",
        seconds: String = "1795",
        more: String = ""
    ) -> String {
        #"{"source":"strava","activities":[{"resource_state":2,"athlete":{"id":134815,"resource_state":1},"name":"Morning Run","distance":2231.7,"moving_time":1700,"elapsed_time":\#(seconds),"total_elevation_gain":12.5,"type":"\#(type)","sport_type":"\#(type)","id":\#(id),"start_date":"\#(start)","start_date_local":"2024-05-01T07:30:02Z","timezone":"(GMT+03:00) Europe/Moscow","utc_offset":10800.0,"map":{"id":"a1","summary_polyline":"abc"},"average_heartrate":152.3,"has_heartrate":true,"calories":171.0\#(more)}]}"#
    }

    /// As an app sends what HealthKit has.
    static func appleHealth(unit: String = "km", distance: String = "2.2") -> String {
        #"{"source":"apple_health","activities":[{"uuid":"0F3C2A51-9C41-4C57-9B1B-2B8E5AE8D5E0","workoutActivityType":"HKWorkoutActivityTypeRunning","startDate":"2024-05-01 07:29:58 +0300","endDate":"2024-05-01 08:00:05 +0300","duration":30.1,"durationUnit":"min","totalDistance":\#(distance),"totalDistanceUnit":"\#(unit)","totalEnergyBurned":170.5,"totalEnergyBurnedUnit":"kcal","sourceName":"Watch"}]}"#
    }
}
