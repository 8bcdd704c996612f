/// Scripts of South and East Asia; in East Asia the family name comes first.
enum AsianCultures {
    static let all = [hindi, chinese, japanese, korean, vietnamese]

    static let hindi = Culture(
        "hindi", language: "hi", places: "IN Asia/Kolkata 16, NP Asia/Kathmandu 1, AE Asia/Dubai 1, GB Europe/London 1",
        women: """
            प्रिया/priya, अनन्या/ananya, दीपिका/deepika, पूजा/pooja, नेहा/neha, सुनीता/sunita, कविता/kavita, आराध्या/aaradhya, \
            मीरा/meera, राधा/radha, अंजलि/anjali, श्रुति/shruti, लक्ष्मी/lakshmi, गीता/geeta, सीमा/seema, रेखा/rekha, \
            स्वाति/swati, निशा/nisha, ज्योति/jyoti, शालिनी/shalini
            """,
        men: """
            आरव/aarav, राहुल/rahul, अमित/amit, राजेश/rajesh, विजय/vijay, संजय/sanjay, अर्जुन/arjun, रोहित/rohit, विकास/vikas, \
            सुरेश/suresh, कृष्ण/krishna, मनोज/manoj, अनिल/anil, दीपक/deepak, हर्ष/harsh, विवेक/vivek, ईशान/ishaan, \
            प्रदीप/pradeep, गौरव/gaurav, श्याम/shyam
            """,
        families: """
            शर्मा/sharma, वर्मा/verma, सिंह/singh, कुमार/kumar, गुप्ता/gupta, पटेल/patel, मिश्रा/mishra, यादव/yadav, जोशी/joshi, \
            अग्रवाल/agarwal, त्रिपाठी/tripathi, चौधरी/chaudhary, मेहता/mehta, श्रीवास्तव/shrivastava, पाण्डेय/pandey, दुबे/dubey, \
            नायर/nair, रेड्डी/reddy, कपूर/kapoor, खन्ना/khanna
            """)

    static let chinese = Culture(
        "chinese", language: "zh", order: .joined,
        places:
            "CN Asia/Shanghai 12, TW Asia/Taipei 3, SG Asia/Singapore 2, MY Asia/Kuala_Lumpur 1, HK Asia/Hong_Kong 1",
        women: """
            伟丽/weili, 芳/fang, 娜/na, 秀英/xiuying, 敏/min, 静/jing, 丽/li, 艳/yan, 娟/juan, 霞/xia, 雨桐/yutong, 欣怡/xinyi, \
            梓涵/zihan, 诗涵/shihan, 梦洁/mengjie, 思琪/siqi, 雅婷/yating, 佳怡/jiayi, 若曦/ruoxi, 紫萱/zixuan
            """,
        men: """
            伟/wei, 强/qiang, 磊/lei, 军/jun, 洋/yang, 勇/yong, 杰/jie, 涛/tao, 明/ming, 超/chao, 浩宇/haoyu, 子轩/zixuan, 俊杰/junjie, \
            宇航/yuhang, 浩然/haoran, 建国/jianguo, 志强/zhiqiang, 家豪/jiahao, 天佑/tianyou, 一鸣/yiming
            """,
        families: """
            王/wang, 李/li, 张/zhang, 刘/liu, 陈/chen, 杨/yang, 赵/zhao, 黄/huang, 周/zhou, 吴/wu, 徐/xu, 孙/sun, 胡/hu, 朱/zhu, 高/gao, \
            林/lin, 何/he, 郭/guo, 马/ma, 罗/luo, 梁/liang, 欧阳/ouyang, 司马/sima, 𠮷田/jitian
            """)

    static let japanese = Culture(
        "japanese", language: "ja", order: .familyFirst, places: "JP Asia/Tokyo 1",
        women: """
            陽菜/hina, 結衣/yui, 凛/rin, 美咲/misaki, さくら/sakura, 葵/aoi, 愛/ai, 花子/hanako, 由美子/yumiko, 真由美/mayumi, \
            恵子/keiko, 明美/akemi, 千尋/chihiro, 七海/nanami, 美月/mizuki, 遥/haruka, 杏/an, 莉子/riko, ひかり/hikari, エミリ/emiri
            """,
        men: """
            蓮/ren, 大翔/hiroto, 陽翔/haruto, 悠真/yuma, 健太/kenta, 拓也/takuya, 翔太/shota, 大輔/daisuke, 誠/makoto, 隆/takashi, \
            浩/hiroshi, 直樹/naoki, 和也/kazuya, 亮/ryo, 一郎/ichiro, 裕太/yuta, 颯太/sota, 湊/minato, 樹/itsuki, ケン/ken
            """,
        families: """
            佐藤/sato, 鈴木/suzuki, 高橋/takahashi, 田中/tanaka, 伊藤/ito, 渡辺/watanabe, 山本/yamamoto, 中村/nakamura, 小林/kobayashi, \
            加藤/kato, 吉田/yoshida, 山田/yamada, 佐々木/sasaki, 山口/yamaguchi, 松本/matsumoto, 井上/inoue, 木村/kimura, 林/hayashi, \
            斎藤/saito, 髙﨑/takasaki
            """)

    static let korean = Culture(
        "korean", language: "ko", order: .joined, places: "KR Asia/Seoul 1",
        women: """
            서연/seoyeon, 지우/jiwoo, 민서/minseo, 하은/haeun, 지민/jimin, 수빈/subin, 예은/yeeun, 은지/eunji, 유진/yujin, 혜진/hyejin, \
            미영/miyoung, 소연/soyeon, 지현/jihyun, 수진/sujin, 아름/areum, 보라/bora, 나영/nayoung, 현정/hyunjung, 다은/daeun, 채원/chaewon
            """,
        men: """
            민준/minjun, 서준/seojun, 도윤/doyun, 예준/yejun, 시우/siwoo, 하준/hajun, 지호/jiho, 준서/junseo, 현우/hyunwoo, 지훈/jihoon, \
            성민/sungmin, 동현/donghyun, 영수/youngsoo, 상훈/sanghoon, 재현/jaehyun, 태양/taeyang, 우진/woojin, 승우/seungwoo, 은우/eunwoo, 진호/jinho
            """,
        families: """
            김/kim, 이/lee, 박/park, 최/choi, 정/jung, 강/kang, 조/cho, 윤/yoon, 장/jang, 임/lim, 한/han, 오/oh, 서/seo, 신/shin, 권/kwon, \
            황/hwang, 안/ahn, 송/song, 남궁/namgung, 제갈/jegal
            """)

    static let vietnamese = Culture(
        "vietnamese", language: "vi", order: .familyFirst, places: "VN Asia/Ho_Chi_Minh 8, AU Australia/Melbourne 1",
        women: """
            Thị Lan/lan, Thị Hương/huong, Ngọc Ánh/ngocanh, Thu Thảo/thuthao, Mai, Phương/phuong, Thanh Hà/thanhha, Bích/bich, \
            Diễm/diem, Quỳnh/quynh, Tuyết/tuyet, Yến/yen, Linh, Trang, Hồng/hong, Như/nhu, Vy, Cẩm Tú/camtu, Hạnh/hanh, Loan
            """,
        men: """
            Văn Nam/nam, Minh, Đức/duc, Hùng/hung, Tuấn/tuan, Quang, Dũng/dung, Hải/hai, Long, Anh Tuấn/anhtuan, Khánh/khanh, \
            Phúc/phuc, Bảo/bao, Huy, Sơn/son, Thắng/thang, Việt/viet, Trung, Đạt/dat, Nghĩa/nghia
            """,
        families: """
            Nguyễn/nguyen, Trần/tran, Lê/le, Phạm/pham, Hoàng/hoang, Huỳnh/huynh, Phan, Vũ/vu, Võ/vo, Đặng/dang, Bùi/bui, Đỗ/do, \
            Hồ/ho, Ngô/ngo, Dương/duong, Lý/ly, Đinh/dinh, Trịnh/trinh, Mạc/mac, Cao
            """)
}
