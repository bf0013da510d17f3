"""Slips of the English half whose right reading another witness gives, and those that are only reported."""

_PAGE = "the web page's 1997 text has it right"
_FRAGMENT = "the unnumbered 1997 text has it right"
_THAI = "the Thai half has it right"
_SENSE = "only this reads as English; a letter or word was lost or changed"

WORDS: tuple[tuple[str, str, str, str], ...] = (
    ("Definitions: Adjusted Score", "or assigned”", "or “assigned”", "the closing mark stands alone"),
    ("5A", "the numbers of", "the members of", _SENSE),
    ("6B", "at time", "at a time", _SENSE),
    ("6D1", "re-dealt", "redeal", "the heading above has the noun"),
    ("13", "artificial;", "artificial", "stray semicolon"),
    ("13B2", "to therefore with", "to interfere with", "the heading above has the word"),
    ("14B2", "nearby", "nearly", _SENSE),
    ("16B3", "Forth with", "Forthwith", "blank inside a word"),
    ("18B", "names the same", "names either the same", _PAGE),
    ("19B1", "calls than pass", "calls other than pass", _PAGE),
    ("21B2", "then turn", "then in turn", _PAGE),
    ("23", "adjust score", "adjusted score", _PAGE),
    ("24", "the fact to", "the face to", _PAGE),
    ("26A1", "no need penalty", "no lead penalty", _PAGE),
    ("28B", "to penalties the", "to penalize the", _PAGE),
    ("29A", "right penalize", "right to penalize", _PAGE),
    ("30B2(a)", "the offender's turn", "the offender's partner's turn", _PAGE),
    ("30C", "by specific", "by special", _PAGE),
    ("31A", "(or passed", "(or has passed", _PAGE),
    ("40A", "internationally", "intentionally", _PAGE),
    ("40B", "of sponsoring", "of the sponsoring", _PAGE),
    ("40E2", "dummy refer", "dummy may refer", _PAGE),
    ("41B", "each time his", "each at his", _FRAGMENT),
    ("41B", "auction, this", "auction; this", _FRAGMENT),
    ("43B2(a)", "lead the wrong", "lead from the wrong", _SENSE),
    ("45C2", "hand face up", "hand held face up", _FRAGMENT),
    ("50C", "extraneous, un", "extraneous and un", _FRAGMENT),
    ("54C", "dummy's card ", "dummy's cards ", _FRAGMENT),
    ("55A", "its retract", "its retraction", _FRAGMENT),
    ("60A3", "obligation to a", "obligation to play a", _FRAGMENT),
    ("62B2", "dummy hand", "dummy's hand", "the heading above has it right"),
    ("63B", "the revoke must", "the revoker must", _FRAGMENT),
    ("66A", "face on", "face down on", _FRAGMENT),
    ("67B1(b)", "have revoke ", "have revoked ", _FRAGMENT),
    ("69B", "restored", "rescored", _FRAGMENT),
    ("70C2", "is all likely", "is at all likely", _SENSE),
    ("70E", "adopt his", "adopt this", _FRAGMENT),
    ("72B2", "to play", "to pay", _THAI),
    ("74C5", "any other during", "any other player during", _THAI),
    ("75D2", "mistake explanation", "mistaken explanation", "the footnote has the word"),
    ("78A", "who scoring", "two scoring", _SENSE),
    ("81C3", "contests", "contestants", _SENSE),
    ("81C6", "regularity", "irregularity", _SENSE),
    ("86A", "3IMPs", "3 IMPs", "blank lost"),
    ("87B fn", "redealt", "redeal", "Law 6, to which it refers, has the noun"),
)
"""Provision, wrong reading, right reading, how it is known."""

HEADINGS: tuple[tuple[str, str, str, str], ...] = (
    ("15A", "Player Have", "Players Have", "the verb has the plural"),
    (
        "67B2",
        "No Card of Suit Led",
        "Too Few Cards",
        "1(b) has this heading; the Thai half and the unnumbered text have the right one",
    ),
    ("88", "IDEMNITY", "INDEMNITY", "letter lost"),
)

REPORTS: tuple[tuple[str, str, str], ...] = (
    ("Definitions: Adjusted Score", "obtained an irregularity", "a word is lost before “an irregularity”"),
    ("13A", "as follows, if", "a word is lost before “if”"),
    ("16", "calls and or plays", "one of the two conjunctions is too many"),
    ("21B1", "17F", "reference to 17F, which does not exist; 17E is meant, the Thai half has the same slip"),
    ("32", "Law 35 ", "reference to Law 35; the web page's 1997 text has 35A"),
    ("43A2(c)", "Dummy", "the heading names declarer where the text has the defenders; so in the book"),
    ("69B", "loss of trick", "an article may be lost before “trick”; the unnumbered text has the same"),
    ("72A4", "provided", "the past tense may be a slip; no other text shows it"),
    ("73F1", "Law 61", "reference to Law 61 where Law 16 is meant; the Thai half has the same slip"),
)
"""Provision, words that show the slip, what is wrong. Never changed."""

THAI_HEADINGS: tuple[tuple[str, str, str], ...] = (
    ("13A1", "No Player Has Seen Another's Card", "Hand Records"),
    ("39B", "Other Auction", "Other Action"),
    ("65B", "Keeping Trick", "Keeping Track"),
    ("65D", "After the Conclusion of Play", "Agreement on Results of Play"),
    ("82", "REFTIFICATION", "RECTIFICATION"),
    ("88", "IDEMNITY", "INDEMNITY"),
    ("90", "PROCEDURE PENALTIES", "PROCEDURAL PENALTIES"),
)
"""English headings of the Thai half that are wrong; the English half has them right."""

THAI_WORDS: tuple[tuple[str, str], ...] = (
    ("ไฟ", "ไพ่"),
    ("กีฬาวีดิโอ|กีฬาวีรดิจ|กีฬาวอลเลย์บอล|กีฬาวินด์เซิร์ฟ", "กีฬาบริดจ์"),
    ("ปรบักษ์|ปรบักซ์|ปรบ์กษ|ปรีกษณ์|ปรีกษ|ปรับปรกษ|ปรบักชี้|บริษัท|ปรับโทษ(?=ทาง)", "ปรปักษ์"),
    ("คู่ชา", "คู่ขา"),
    ("ผิครอบ", "ผิดรอบ"),
    ("ผู้ทำผิ(?!ด)|กระทำผิ(?!ด)", "ผู้ทำผิด"),
    ("ผู้อำนวยความสะดวก(?:การ)?แข่งขัน|ผู้อำนวยความสะดวก", "ผู้อำนวยการแข่งขัน"),
    ("ต้มมี|คัมมี่|ตัวมี|ตมมี", "ดัมมี่"),
    ("ประชุม(?=ไพ่|และการเล่น)|ประมวล", "ประมูล"),
    ("หยาย", "หงาย"),
    ("[\u3040-\u30ff]+|[ก-๙][a-z]+", "Thai letters"),
)
"""Words that the scanner misread in the Thai half, and what is meant. They are too many and too unsure to be changed."""

THAI_REPORTS: tuple[tuple[str, str], ...] = (
    ("6D2", "the translation says the opposite of the English text"),
    ("16C2", "the translation says the opposite of the English text"),
    ("21B1", "reference to 17F, which does not exist; 17E is meant, the English half has the same slip"),
    ("25B2(b)(1)", "reference to 23A, which does not exist; Law 23 is meant"),
    ("73F1", "reference to Law 61 where Law 16 is meant; the English half has the same slip"),
    ("93A", "the beginning of the sentence stands at its end"),
)
"""Provision and what is wrong with it. Never changed."""
