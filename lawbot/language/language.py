"""Load what differs between English, Vietnamese, Thai and any other folder in data/languages.

A folder has the words of its language, a file a subject, and chooses methods by name (``lawbot.language.methods``). A
lawbook keeps the languages that it was built with, so that the index and a query are folded and
cut alike.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from lawbot.config import DATA
from lawbot.data_files import label, language_folders
from lawbot.errors import LawbotError
from lawbot.language.methods import Calls, Cut, Fold, Folding, cut, straighten, unmarked

SOURCE = "en"
"""Language of the charts and of the messages in the code, and of a text that proves no other."""
# one tone mark stands in many a borrowed word
_PROVING_MARKS = 2
"""Fewest tone marks in a text that prove its language."""


def _cut_words(value: object) -> object:
    return value.split() if isinstance(value, str) else value


Words = Annotated[frozenset[str], BeforeValidator(_cut_words)]
"""Set of words, which a file may write as one text with blanks between them."""
STEM_LENGTH = 5
"""Letters in which the forms of a word agree."""
NO_WORDS: Words = frozenset()
Listed = tuple[str, ...]
"""Words in an order that matters, or texts of several words."""
WordLists = dict[str, Listed]
"""Lists of words by their meaning."""
Renderings = dict[str, str]
"""Words, each with what stands for it."""
Cutter = Callable[[str], list[str]]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Telling(_Part):
    """Choice of the terms of a query that decide between provisions."""

    stop: Words = NO_WORDS
    """Words that decide between no two provisions."""
    quiet: Words = NO_WORDS
    """Further words that are searched for, but never set off in a result."""
    everywhere: int = 0
    """Most texts that a useful term stands in; 0 for no limit."""
    least: int = 1
    """Fewest terms of a query: if fewer would be left, all are searched for."""
    asked: int = 5
    """Number of terms, the rarest, that the phrases are searched for."""


class Written(_Part):
    """The signs by which a text of the language is recognized."""

    letters: str = ""
    """Letters (ranges as in a regular expression) that prove the language; empty if shared."""
    marks: str = ""
    """Combining marks of which two prove the language."""
    syllable: str = ""
    """Pattern of a folded word in a language of syllables: a match is never taken for misspelt."""


class Doors(_Part):
    """Short texts that are no search; each is compared with the whole text, in lower case."""

    help: Words = NO_WORDS
    situations: Words = NO_WORDS
    quiz: Words = NO_WORDS
    greetings: Words = NO_WORDS
    compare: Words = NO_WORDS
    """Words before a provision that ask for a comparison."""
    index: Words = NO_WORDS
    """Words before a head of the printed index."""

    @property
    def spoken(self) -> Words:
        """Return the texts that are said to somebody, rather than about a board."""
        return self.help | self.situations | self.quiz | self.greetings


class Replies(_Part):
    """Short answers to a card, and the words around them, without case, marks and signs."""

    yes: Words = NO_WORDS
    no: Words = NO_WORDS
    why: Words = NO_WORDS
    back: Words = NO_WORDS
    unsure: Words = NO_WORDS
    plain: Words = NO_WORDS
    """Words for our plain words of a provision."""
    following: Words = NO_WORDS
    previous: Words = NO_WORDS
    law: Words = NO_WORDS
    changed: Words = NO_WORDS
    """Words for what a provision was in the code before."""
    share: Words = NO_WORDS
    again: Words = NO_WORDS
    frames: WordLists = {}
    """Words before (``supposing``, ``correcting``, ``adding``, ``picking``) and behind
    (``supposed``, ``picked``) what is supposed, corrected, added, or picked by its number;
    ``wishing`` and ``wished`` stand around what is wished of a card, ``defining`` and ``defined``
    around a word whose meaning is asked; ``thanking`` are thanks."""
    ordinals: tuple[Listed, ...] = ()
    """Words for the first answer, the second and so on."""
    behind: WordLists = {}
    """Words behind a yes or a no, without a sign between, that it is still an answer before."""
    leads: WordLists = {}
    """Words that are a yes or a no at the beginning, whatever stands behind."""
    small: Words = NO_WORDS
    """Words that choose nothing among answers, beside those of ``Telling.stop``."""
    denials: Words = NO_WORDS
    """Words that deny, in a language without ``SmallWords``."""
    alike: WordLists = {}
    """Words that an answer is written in, and what people say for them; a language without
    ``SmallWords`` puts '!' before what denies, and '@' before a player."""

    @cached_property
    def whole(self) -> dict[str, Words]:
        """Return those that are compared with a whole text, by their meaning."""
        names = "yes no why back unsure plain following previous law changed share again".split()
        return {name: getattr(self, name) for name in names}

    @cached_property
    def every(self) -> Words:
        """Return those that say nothing without a card."""
        return self.yes | self.no | self.why | self.back | self.unsure


class SmallWords(_Part):
    """The small words that sentences are heard by (``lawbot.message.clauses``).

    data/languages/en/hearing.toml explains each list.
    """

    light: Words
    guards: Words
    ordering: Words = NO_WORDS
    denials: Words
    reports: Words
    differing: Words = NO_WORDS
    notrump_behind: Words = NO_WORDS
    notrump_before: Words = NO_WORDS
    confirming: Words = NO_WORDS
    discovering: Words = NO_WORDS
    ordinals: Listed = ()
    forms: Words
    prospective: Words
    silence: Words
    being: Words
    helping: Words
    done_to: Words
    owned: Words
    supposing: Words
    asking: Words
    joining: Words
    mere_joining: Words = NO_WORDS
    whens: Words = NO_WORDS
    pronouns: Words = NO_WORDS
    going_on: Words = NO_WORDS
    auxiliaries: Words = NO_WORDS
    askers: Words = NO_WORDS
    question_words: Words = NO_WORDS
    onward: Words = NO_WORDS
    # of the first person
    first: Words
    honours: Words = NO_WORDS
    lows: Words = NO_WORDS
    suits: Words = NO_WORDS
    acts: tuple[Words, ...]
    acting: Words
    performed: Words
    declaring: Listed = ()
    offences: Listed
    puts_down: Words = NO_WORDS
    led: Words = NO_WORDS
    right_before: Words = NO_WORDS
    causing: Words = NO_WORDS
    apposed: Words = NO_WORDS
    # who has erred if nothing else says so, and whose lead it was
    jumps: Listed = ()
    turns: Listed = ()
    hedges: Listed = ()
    away: Listed = ()
    back: Listed = ()
    thinking: Words = NO_WORDS
    subjects: dict[str, Words] = {}
    tellings: WordLists = {}


class Language(_Part):
    """A language: the folding and cutting of its texts, and its words for things at the table."""

    code: Annotated[str, Field(pattern=r"^[a-z]{2,3}(?:-[a-z]+)?$")]
    name: str
    """Its name in the language itself."""
    fold: Fold
    tokens: Cut
    tokenizer: str
    """FTS5's tokenizer for the folded texts."""
    closed: str = ""
    """Signs that vanish inside words: the apostrophe of a contraction."""
    own_letters: Renderings = {}
    """Letters and the plain ones that folding puts for them, if losing marks is not enough: đ, d."""
    signs: Renderings = {}
    """Signs that are spelt out: those of the suits."""
    written: Written = Written()
    telling: Telling = Telling()
    calls: Calls
    people: WordLists = {}
    """Names of players by role: me, lho, partner, rho; north, east, south, west; declarer,
    offender ... (``lawbot.message``)."""
    auction: WordLists = {}
    """Words around the calls of an auction, by their meaning (``lawbot.message.auction_pieces``)."""
    citing: WordLists = {}
    """Words of citations, by their meaning (``lawbot.message.citations``, ``lawbot.search.dates``)."""
    frames: WordLists = {}
    """Words around a question that are not part of it (``lawbot.message.question_frames``)."""
    elsewhere: WordLists = {}
    """Words of other subjects, and words of bridge that outweigh them (``lawbot.message.question_frames``)."""
    results: WordLists = {}
    """Words of contracts, results, boards and IMPs, by their meaning (``lawbot.message.scores``)."""
    sums: WordLists = {}
    """Words of weighted scores, matches and averages, by their meaning (``lawbot.message.sums``)."""
    contracted: Renderings = {}
    """Contractions and their plain words: "don't" is do not."""
    lemmas: Renderings = {}
    """Irregular forms by their lemmas."""
    hearing: SmallWords | None = None
    hedges: Listed = ()
    """Words that make a clause unsure: denials, suppositions, questions
    (``lawbot.message.native_phrases``)."""
    wordings: WordLists = {}
    """Wordings by the name that lines of data/charts/*/heard.*.yaml give them
    (``lawbot.message.native_phrases``)."""
    numerals: Listed
    """Words for one, two, three ... that are not made of those for tens and units."""
    tens: Listed = ()
    """Words for ten, twenty, thirty ..."""
    after_tens: dict[str, int] = {}
    """Words for a unit only after those for tens: 'mốt' is one in 'hai mươi mốt'."""
    seats: Renderings
    """Names of N, E, S and W."""
    players: Renderings
    """Names of offender, lho, partner and rho in a chart while their seats are unknown."""
    beside_seats: Renderings
    """Names of the same players in brackets beside a seat."""
    acronyms: Words = NO_WORDS
    """Abbreviations with capitals in a heading, for a language with small letters there."""
    everyday: Words = NO_WORDS
    """Defined terms, in lower case, that nobody at a table needs to look up."""
    defined: Renderings = {}
    """Terms that no edition defines in its list, each with its provision of the 2017 Laws."""
    doors: Doors = Doors()
    replies: Replies = Replies()
    questions: Listed = ()
    """First words of a sentence that asks for a rule and tells nothing that happened."""

    @cached_property
    def tokenized(self) -> Cutter:
        """Return the function that cuts a text into terms as FTS5 holds them."""
        return self._folding.terms

    @cached_property
    def words(self) -> Cutter:
        """Return the function that cuts a text into words, syllables or runs, without pairs."""
        return self._folding.words

    @cached_property
    def folded(self) -> Callable[[str], str]:
        """Return the function that folds a text for comparison."""
        return self._folding.folded

    def spelt(self, text: str) -> str:
        """Return a text in the form of an FTS5 table of the language."""
        # FTS5 cuts the trigrams itself
        return self.folded(text) if self.tokens is Cut.TRIGRAMS else " ".join(self.tokenized(text))

    def terms(self, spelt: str) -> list[str]:
        """Return the terms of a text in the form of ``spelt``."""
        return cut(spelt, self.tokens) if self.tokens is Cut.TRIGRAMS else spelt.split()

    def stems(self, text: str) -> set[str]:
        """Return the beginnings of a text's telling words, which its other forms share."""
        small = self.telling.stop | self.telling.quiet
        return {term[:STEM_LENGTH] for term in self.tokenized(text) if term not in small}

    @cached_property
    def has_words(self) -> bool:
        """Return True if its terms are words or syllables, which can be misspelt, and no runs."""
        return self.tokens is not Cut.TRIGRAMS

    def plain(self, text: str) -> str:
        """Return a text without its marks, if the language may be typed without them."""
        if self.fold is not Fold.UNMARKED:
            return text
        return unmarked("".join(self.own_letters.get(char, char) for char in text))

    def recognised(self, text: str) -> bool:
        """Return True if letters or marks prove that a text is in this language."""
        letters = self.written.letters
        if letters and re.search(f"[{letters}]", unicodedata.normalize("NFC", text).casefold()):
            return True
        marks = self.written.marks
        decomposed = unicodedata.normalize("NFD", text) if marks else ""
        return sum(char in marks for char in decomposed) >= _PROVING_MARKS

    @cached_property
    def number_words(self) -> Words:
        """Return the terms of all numbers in words."""
        names = (*self.numerals, *self.tens, *self.after_tens)
        return frozenset(chain.from_iterable(map(self.words, names)))

    @cached_property
    def _folding(self) -> Folding:
        return Folding(
            self.calls,
            self.fold,
            self.tokens,
            signs=self.signs,
            closed=self.closed,
            own_letters=self.own_letters,
            letters=self.written.letters,
        )


class Languages(dict[str, Language]):
    """The languages by their codes."""

    @classmethod
    def load(cls, data: Path) -> "Languages":
        """Load every language of a data folder. Raises LawbotError with the faults of them all."""
        languages, faults = cls(), []
        for folder in language_folders(data):
            try:
                language = Language.model_validate(_entries(folder))
                # fails here, and not at the first text, if these are no ranges of letters
                re.compile(f"[{language.written.letters or 'a'}]")
                if language.code != folder.name:
                    faults.append(
                        f"{folder.name}: the code inside is {language.code};"
                        " folder and code must agree"
                    )
                languages[language.code] = language
            except ValidationError as error:
                for fault in error.errors():
                    location = ".".join(map(str, fault["loc"]))
                    faults.append(f"{folder.name}: {location}: {fault['msg']}")
            except re.error as error:
                faults.append(f"{folder.name}: {error}")
            except LawbotError as error:
                faults.append(str(error))
        if not languages and not faults:
            faults = [f"There is no language in {data}."]
        if faults:
            raise LawbotError("{faults}", faults="\n".join(faults))
        return languages

    def written(self, text: str) -> str | None:
        """Return the code of the language that a text is surely written in, else None.

        Letters, marks or a whole greeting prove a language. English words are said in every
        language, so they prove nothing.
        """
        for language in self.values():
            if language.recognised(text):
                return language.code
        return self._greetings.get(text.casefold().strip(" !.?,"))

    def unmarked(self, text: str) -> str:
        """Return a text without the marks and own letters of any language, to compare labels."""
        return unmarked(straighten(text).translate(self.plain_letters))

    @cached_property
    def plain_letters(self) -> dict[int, str]:
        """Return a table for ``str.translate``: the own letters of all languages, made plain."""
        letters: dict[str, str] = {}
        for language in self.values():
            letters.update(language.own_letters)
        return str.maketrans(letters)

    @cached_property
    def _greetings(self) -> dict[str, str]:
        """Return the language of each greeting and short answer; of two languages the first."""
        greetings: dict[str, str] = {}
        # backwards, so that the first language overwrites the others
        for language in reversed(self.values()):
            if language.code != SOURCE:
                texts = language.doors.spoken | language.replies.every
                greetings.update(dict.fromkeys(texts, language.code))
        return greetings

    def of(self, code: str) -> Language:
        """Return the language of that code. Raises LawbotError if it has no folder."""
        if code not in self:
            raise LawbotError("There is no folder data/languages/{code}.", code=code)
        return self[code]


def _entries(folder: Path) -> dict[str, object]:
    """Return the entries of all files of a language.

    Raises LawbotError for a file that cannot be read, and for an entry that two files have.
    """
    entries: dict[str, object] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            subject = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LawbotError(f"{label(path)}: {error}") from error
        # the second would silently take the first one's place
        for name in entries.keys() & subject.keys():
            raise LawbotError(f"{label(path)}: {name} stands in another file, too")
        entries |= subject
    return entries


@cache
def installed() -> Languages:
    """Return the languages of this checkout's data folder. Raises LawbotError."""
    return Languages.load(DATA)
