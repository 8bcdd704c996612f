/// How countries number their phones: the code, what is dialled before a number inside the country, and how long numbers
/// are. Facts of the national numbering plans (ITU-T E.164 and its bulletins), as libphonenumber 9 has collected them.
/// Kosovo has a calling code of its own since 2016 (+383), and is XK by custom: ISO 3166-1 assigns it nothing.
/// Codes of networks that are in no country have lengths alone: satellite phones (+870 Inmarsat, +881 Globalstar and
/// Iridium) and international networks (+882, +883).
enum PhoneCountries {
    struct Plan: Sendable {
        var code: String
        /// The trunk prefix, which is no part of the number; empty if there is none, as in Spain, or if it is a part of
        /// the number, as in Italy.
        var trunk: String
    }

    /// By the country's code of ISO 3166-1: its calling code, and its trunk prefix after a slash.
    static let plans: [String: Plan] = Dictionary(
        uniqueKeysWithValues: written.split(separator: " ").map { entry in
            let parts = entry.dropFirst(2).split(separator: "/")
            return (
                String(entry.prefix(2)), Plan(code: String(parts[0]), trunk: parts.count > 1 ? String(parts[1]) : "")
            )
        })

    /// By calling code, the number of digits after it, of lines at home and mobile ones.
    static let lengths: [String: ClosedRange<Int>] = Dictionary(
        uniqueKeysWithValues: measured.split(separator: " ").compactMap { entry in
            let parts = entry.split { $0 == ":" || $0 == "-" }
            guard let least = Int(parts[1]), let most = Int(parts[2]) else { return nil }
            return (String(parts[0]), least...most)
        })

    /// The calling codes of countries where a zero is dialled before a number, and begins none.
    static let dialledZero: Set<String> = Set(plans.values.filter { $0.trunk == "0" }.map(\.code))
        .subtracting(plans.values.filter { $0.trunk.isEmpty }.map(\.code))

    private static let written = """
        AD376 AE971/0 AF93/0 AG1/1 AI1/1 AL355/0 AM374/0 AO244 AR54/0 AS1/1 AT43/0 AU61/0 AW297 AX358/0 AZ994/0 \
        BA387/0 BB1/1 BD880/0 BE32/0 BF226 BG359/0 BH973 BI257 BJ229 BL590/0 BM1/1 BN673 BO591/0 BQ599 BR55/0 \
        BS1/1 BT975 BW267 BY375/8 BZ501 CA1/1 CC61/0 CD243/0 CF236 CG242 CH41/0 CI225 CK682 CL56 CM237 CN86/0 \
        CO57/0 CR506 CU53/0 CV238 CW599 CX61/0 CY357 CZ420 DE49/0 DJ253 DK45 DM1/1 DO1/1 DZ213/0 EC593/0 EE372 \
        EG20/0 EH212/0 ER291/0 ES34 ET251/0 FI358/0 FJ679 FK500 FM691 FO298 FR33/0 GA241 GB44/0 GD1/1 GE995/0 \
        GF594/0 GG44/0 GH233/0 GI350 GL299 GM220 GN224 GP590/0 GQ240 GR30 GT502 GU1/1 GW245 GY592 HK852 HN504 \
        HR385/0 HT509 HU36/06 ID62/0 IE353/0 IL972/0 IM44/0 IN91/0 IO246 IQ964/0 IR98/0 IS354 IT39 JE44/0 JM1/1 \
        JO962/0 JP81/0 KE254/0 KG996/0 KH855/0 KI686/0 KM269 KN1/1 KP850/0 KR82/0 KW965 KY1/1 KZ7/8 LA856/0 \
        LB961/0 LC1/1 LI423/0 LK94/0 LR231/0 LS266 LT370/0 LU352 LV371 LY218/0 MA212/0 MC377/0 MD373/0 ME382/0 \
        MF590/0 MG261/0 MH692/1 MK389/0 ML223 MM95/0 MN976/0 MO853 MP1/1 MQ596/0 MR222 MS1/1 MT356 MU230 MV960 \
        MW265/0 MX52 MY60/0 MZ258 NA264/0 NC687 NE227 NF672 NG234/0 NI505 NL31/0 NO47 NP977/0 NR674 NU683 NZ64/0 \
        OM968 PA507 PE51/0 PF689 PG675 PH63/0 PK92/0 PL48 PM508/0 PR1/1 PS970/0 PT351 PW680 PY595/0 QA974 RE262/0 \
        RO40/0 RS381/0 RU7/8 RW250/0 SA966/0 SB677 SC248 SD249/0 SE46/0 SG65 SH290 SI386/0 SJ47 SK421/0 SL232/0 \
        SM378 SN221 SO252/0 SR597 SS211/0 ST239 SV503 SX1/1 SY963/0 SZ268 TC1/1 TD235 TG228 TH66/0 TJ992 TK690 \
        TL670 TM993/8 TN216 TO676 TR90/0 TT1/1 TV688 TW886/0 TZ255/0 UA380/0 UG256/0 US1/1 UY598/0 UZ998 VA39 \
        VC1/1 VE58/0 VG1/1 VI1/1 VN84/0 VU678 WF681 WS685 XK383/0 YE967/0 YT262/0 ZA27/0 ZM260/0 ZW263/0
        """

    private static let measured = """
        1:10-10 7:10-10 20:8-10 27:5-9 30:10-10 31:9-11 32:8-9 33:9-9 34:9-9 36:8-9 39:6-12 40:6-9 41:9-9 43:4-13 \
        44:9-10 45:8-8 46:7-9 47:8-8 48:7-9 49:5-15 51:8-9 52:10-10 53:6-10 54:10-11 55:10-11 56:9-9 57:8-10 \
        58:10-10 60:8-10 61:9-9 62:7-12 63:6-10 64:8-10 65:8-8 66:8-9 81:9-10 82:5-10 84:9-10 86:7-11 90:10-10 \
        91:10-10 92:9-10 93:9-9 94:9-9 95:6-10 98:6-10 211:9-9 212:9-9 213:8-9 216:8-8 218:9-9 220:7-9 221:9-9 \
        222:8-8 223:8-8 224:8-9 225:10-10 226:8-8 227:8-8 228:8-8 229:10-10 230:7-8 231:7-9 232:8-8 233:9-9 \
        234:10-10 235:8-8 236:8-8 237:9-9 238:7-7 239:7-7 240:9-9 241:7-8 242:9-9 243:7-10 244:9-9 245:9-9 246:7-7 \
        248:7-7 249:9-9 250:8-9 251:9-9 252:6-9 253:8-8 254:7-9 255:9-9 256:9-9 257:8-8 258:8-9 260:9-9 261:9-9 \
        262:9-9 263:9-9 264:8-9 265:7-9 266:8-8 267:7-8 268:8-8 269:7-7 290:4-5 291:7-7 297:7-7 298:6-6 299:6-6 \
        350:8-8 351:9-9 352:4-11 353:7-10 354:7-9 355:8-9 356:8-8 357:8-8 358:5-10 359:6-9 370:8-8 371:8-8 372:7-8 \
        373:8-8 374:8-8 375:9-9 376:6-9 377:8-9 378:8-10 380:9-9 381:7-12 382:8-8 383:8-9 385:8-9 386:8-8 387:8-9 \
        389:8-8 420:9-9 421:6-9 423:7-9 500:5-5 501:7-7 502:8-8 503:8-8 504:8-8 505:8-8 506:8-8 507:7-8 508:6-9 \
        509:8-8 590:9-9 591:8-8 592:7-7 593:8-9 594:9-9 595:7-9 596:9-9 597:6-7 598:8-8 599:7-8 670:7-8 672:6-6 \
        673:7-7 674:7-7 675:7-8 676:5-7 677:5-7 678:5-7 679:7-7 680:7-7 681:6-6 682:5-5 683:4-7 685:5-10 686:5-8 \
        687:6-6 688:5-7 689:8-8 690:4-7 691:7-7 692:7-7 850:8-10 852:8-8 853:8-8 855:8-9 856:8-10 870:9-12 880:6-10 881:9-10 \
        882:7-12 883:8-12 886:8-9 \
        960:7-7 961:7-8 962:8-9 963:8-9 964:8-10 965:8-8 966:9-9 967:7-9 968:8-8 970:8-9 971:8-9 972:8-12 973:8-8 \
        974:8-8 975:7-8 976:8-10 977:8-10 992:9-9 993:8-8 994:9-9 995:9-9 996:9-9 998:9-9
        """
}
