"""Words of questions and topics: light stemming, and groups of words that ask for the same thing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SUFFIXES = (
    ("ations", ""), ("ation", ""), ("ctions", "ct"), ("ction", "ct"), ("ments", ""), ("ment", ""),
    ("ingly", ""), ("ings", ""), ("ing", ""),
    ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("edly", ""), ("ied", "y"),
    ("ed", ""),
    ("ers", "er"), ("ly", ""), ("ic", ""),
)  # fmt: skip
_LEAST_STEM, _SHORT_WORD = 3, 6
_DERIVED = re.compile(r"(?:ful|ship|ness|er|or|ant|anc|i?ty)$")


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PHRASES = (
    (r"how (?:much|expensive)", "howmuch"),
    (r"how (?:many|numerous)", "howmany"),
    (r"how (?:long|lengthy)", "howlong"),
    (r"how old", "howold"),
    (r"how (?:big|large|tall|wide|high|heavy)", "howbig"),
    (r"how often", "howoften"),
    (r"how (?:bad|badly|strong|severe|intense|serious|far along)", "howbad"),
    (r"how far", "howfar"),
    (r"at (?:the )?most", "maximum"),
    (r"(?:this|last|current) (?:year|month|week|season)", ""),
    (r"what(?:'s| is| comes) next|(?:keep|bear) in mind|how about you", ""),
    (r"(?<=(?:to|.i|we) )name (?=(?:the|this|it|your)\b)", "title"),
    (r"(?:some|more|further|missing) data", ""),
    (r"size (?=of (?:the|your) (?:membership|group|party|team|audience|club|class|crowd)\b)", "count"),
    (r"make (?:of|and model)", "model"),
    (r"cash (?:registers?|desks?|box(?:es)?)", "till"),
    (r"(tooth|head|back|ear|stomach)aches?", r"\1 ache"),
    (r"what (?:\w+ ){0,4}(?:use|used|using|spend|intended|meant)(?: \w+){0,4} for", "whatfor"),
    (r"(?:what|which|until what|by what|at what) time", "whattime when"),
    (r"(?:since|from) (?:when|what (?:day|date|time))", "when start"),
    (r"(?:by|until) when", "when"),
    (r"(?:to|for|with)? ?whom", "who"),
    (r"takes? place|taking place", "happen"),
    (r"(?:so|thus) far", ""),
    (r"(?:log|sign)(?:ged)?[- ]?(?:in|on)", "login"),
    (r"(?:last|next|first) time", ""),
    (r"e[- ]mails?", "email"),
    (r"(?:post|zip|postal) ?codes?", "postcode"),
    (r"(?:tele|cell) ?phones?", "phone"),
    (r"dates? of birth|birth ?dates?|dob", "birthday"),
    (r"money back", "refund"),
    (r"check[- ]?in", "checkin"),
    (r"check[- ]?out", "checkout"),
)
_PHRASE_PATTERNS = tuple((re.compile(rf"\b(?:{pattern})\b"), f" {word} ") for pattern, word in _PHRASES)

GROUPS: dict[str, str] = {
    "identifier": "number no nr id identifier reference ref code",
    "moment": "date day when time hour clock whattime schedule weekday month year deadline due",
    "deadline": "deadline due latest finish ready whattime",
    "place": "address where place location street live located venue destination residence city town",
    "amount": "price cost amount fee charge howmuch paid pay total sum value worth spend",
    "budget": "budget spend afford limit maximum howmuch ceiling",
    "quantity": "quantity howmany count number",
    "person": "name called named who person",
    "surname": "surname lastname last family",
    "phone": "phone telephone mobile cell handset call reach",
    "email": "email mail inbox",
    "reason": "reason why cause because motive purpose whatfor",
    "colour": "colour color shade hue paint",
    "size": "size howbig big large dimension measurement fit",
    "duration": "duration howlong length long minutes seconds nights",
    "age": "age howold old birthday born",
    "birth": "birthday birth born",
    "frequency": "frequency howoften often times interval",
    "distance": "distance howfar far",
    "delivery": "delivery deliver shipping ship shipment dispatch parcel package send arrive",
    "order": "order purchase bought buy",
    "booking": "booking book reservation reserve pnr",
    "flight": "flight plane fly flying",
    "hotel": "hotel accommodation lodging",
    "people": "people person guest participant attendee traveller traveler passenger party who",
    "doctor": "doctor physician gp practitioner",
    "medicine": "medicine medication drug pill tablet prescription",
    "allergy": "allergy allergic intolerance intolerant",
    "symptom": "symptom complaint pain ache hurt suffer",
    "child": "child children kid son daughter",
    "seat": "seat sit",
    "bags": "bag luggage baggage suitcase",
    "problem": "problem trouble issue fault error defect defective wrong broken malfunction fail",
    "device": "device machine appliance gadget equipment",
    "invoice": "invoice bill receipt",
    "refund": "refund reimburse reimbursement",
    "payment": "payment pay card paid method",
    "company": "company firm employer business organisation organization",
    "job": "job occupation profession position employ",
    "vehicle": "vehicle car auto automobile",
    "plate": "plate registration licence license",
    "mileage": "mileage kilometre kilometer odometer miles driven",
    "audience": "audience reader listener viewer for who",
    "subject": "subject topic theme about title heading headline",
    "tongue": "language tongue speak",
    "format": "format type extension kind",
    "font": "font typeface lettering",
    "logo": "logo emblem brand",
    "tone": "tone style mood voice manner",
    "document": "document file paper",
    "folder": "folder directory",
    "food": "food diet eat meal dietary vegetarian",
    "photo": "photo picture image photograph",
    "recipient": "recipient addressee receiver receive",
    "urgency": "urgency urgent priority important",
    "arrival": "arrival arrive arriving checkin",
    "departure": "departure depart leave leaving checkout",
    "start": "start begin beginning from first",
    "end": "end finish until last closing final",
    "merchant": "merchant company shop seller vendor store firm dealer",
    "talk": "talk speak speaker speech lecture",
    "travel": "travel fly trip journey go ride",
    "change": "change move shift postpone rebook alter switch",
    "text": "text inscription write written wording caption",
    "attempt": "attempt try tried",
    "scene": "scene shot moment",
    "model": "model make version type",
    "degree": "howbad level intensity severity strength scale",
    "extreme": "most biggest largest highest greatest maximum main",
    "expense": "expense expenditure spend spent spending outlay cost",
    "wedding": "wedding wed marry marriage married",
    "sorting": "sort sorting order arrange arrangement sequence",
    "opening": "open opening close closed",
    "purpose": "purpose whatfor aim goal",
    "studies": "study subject major degree discipline course",
    "preference": "preference prefer favourite favorite like rather",
}
"""Words that ask for the same thing, by a name for it."""

TIME_WORDS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december today tomorrow tonight yesterday morning noon afternoon
    evening night midnight week weekend month year spring summer autumn winter christmas easter
    """
)

ATTRIBUTES = word_set(
    """
    identifier moment place amount budget quantity person phone email reason colour size duration
    age frequency distance degree
    """
)
"""Groups that say which kind of value is asked for. An order has a number, a day and a price."""

STOP = word_set(
    """
    a an the this that these those it its i me my mine we us our you your yours he she they them
    their his her is are was were be been being am do does did done have has had having will would
    shall should can could may might must to of in on at by for with from as into about and or but
    if so not no yes than then there here what which whose how please kindly thanks thank ok
    okay hi hello hey dear sir madam sorry just also too very really exactly precisely actually
    currently again still already right now get got gotten let s t d ll re ve m any some such own
    same other another sure
    """
)
GENERIC = word_set(
    """
    tell give know need want wish like would help more info information detail anything something
    everything else thing stuff explain clarify elaborate specific specify specifics context
    background further additional question ask say share provide mean confirm check look find out
    see let understand think guess suppose remember remind answer reply describe happen regard
    concern kind sort supply state name bit one ones way complete proceed continue moment possible
    able wonder required necessary relevant useful problem issue first case request task matter
    situation want'd quickly briefly
    precise hm hmm uh um fill mind happy glad aware use used stay visit ready instead today accept
    missing few add gap seem special preference instruction rephrase include all requirement
    willing made make take taken export occur come came put go goes gone going happening wanted needed hello
    """
) - {"name", "moment", "problem", "issue", "kind"}


@lru_cache(4096)
def stem(word: str) -> str:
    word = word.replace("’", "'").removesuffix("'s")
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LEAST_STEM:
            word = word[: len(word) - len(suffix)] + instead
            break
    else:
        if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _LEAST_STEM:
            word = word[:-1]
    if len(word) > _LEAST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) <= _LEAST_STEM:
        return word
    return word.rstrip("eyi") if len(word) > _SHORT_WORD else word.rstrip("e")


def plain(text: str) -> str:
    """Return a text in lower case, without accents and control characters."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, with phrases such as `how much` as one word."""
    return list(_cached_words(text) if len(text) <= _MOST_CACHED else _words(text))


def _words(text: str) -> tuple[str, ...]:
    text = plain(text)
    for pattern, instead in _PHRASE_PATTERNS:
        text = pattern.sub(instead, text)
    return tuple(_WORD.findall(text))


_MOST_CACHED = 1_000
_cached_words = lru_cache(1024)(_words)


_STEMMED_STOP = STOP | {stem(word) for word in STOP}
_STEMMED_GENERIC = GENERIC | {stem(word) for word in GENERIC}
_STEMS_OF = {group: frozenset(map(stem, listed.split())) for group, listed in GROUPS.items()}


@lru_cache(4096)
def groups_of(word: str) -> frozenset[str]:
    return frozenset(group for group, stems in _STEMS_OF.items() if stem(word) in stems)


def is_question_word(word: str) -> bool:
    """Return whether a word says which kind of value is asked for, and nothing of what."""
    return word in {"who", "when", "where", "why"} or word.startswith(("how", "whattime"))


def is_content(word: str) -> bool:
    """Return whether a word says what a question is about."""
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'re")
    return word not in _STEMMED_STOP and word not in _STEMMED_GENERIC and stem(word) not in _STEMMED_GENERIC


def content_words(text: str) -> list[str]:
    """Return the words of a text that say what it is about."""
    return [word for word in words(text) if is_content(word)]


@lru_cache(4096)
def root(word: str) -> str:
    """Return what words of one family share: audit in auditor, member in membership."""
    word = stem(word)
    for _ in range(2):
        shorter = _DERIVED.sub("", word)
        if len(shorter) > _LEAST_STEM:
            word = shorter
    return re.sub(r"([bdgmnprt])\1$", r"\1", word)


@lru_cache(16384)
def same(word: str, other: str) -> bool:
    return stem(word) == stem(other) or root(word) == root(other) or bool(groups_of(word) & groups_of(other))


def attributes(terms: list[str]) -> frozenset[str]:
    """Return the kinds of values that words ask for."""
    # A monthly rent is no date, and causing trouble no reason.
    kinds = (word for word in terms if not word.endswith(("ly", "ing")))
    return frozenset(group for word in kinds for group in groups_of(word)) & ATTRIBUTES
