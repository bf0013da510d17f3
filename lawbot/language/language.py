"""Language: all that differs between English, Vietnamese, Thai and any other language that has a
file in data/languages.

What is data stands in that file; what is method is chosen there by name
(``lawbot.language.methods``). A lawbook keeps the languages that it was built with, so that what
was indexed and what is asked for are folded and cut alike.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.language.methods import Calls, Cut, Fold, Folding, cut, straighten, unmarked

SOURCE = "en"
"""The language that the charts and the messages in the code are written in; a text that shows no
other is taken for it."""
_PROVING_MARKS = 2
"""Tone marks in a text that prove its language; one stands in many a borrowed word."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Telling(_Part):
    """Which terms of a query tell something."""

    stop: frozenset[str] = frozenset()
    """Words that decide between no two provisions."""
    quiet: frozenset[str] = frozenset()
    """Further words that are searched for, but never set off in what is found."""
    everywhere: int = 0
    """Terms that stand in more texts cost time and tell nothing; 0 for no limit."""
    least: int = 1
    """When fewer would be left, all are asked for."""
    asked: int = 5
    """How many of them, the rarest, the phrases are asked for."""


class Written(_Part):
    """What a text of the language is recognised by."""

    letters: str = ""
    """The letters (ranges as in a regular expression) of which one is proof; empty for a language
    that shares its letters."""
    marks: str = ""
    """Combining marks of which two are proof."""
    syllable: str = ""
    """What a folded word looks like, in a language of syllables: one that is formed so is never
    taken for misspelt."""


class Doors(_Part):
    """Short texts that are no search: each is compared with the whole of what was typed, in lower
    case."""

    help: frozenset[str] = frozenset()
    situations: frozenset[str] = frozenset()
    quiz: frozenset[str] = frozenset()
    greetings: frozenset[str] = frozenset()
    compare: frozenset[str] = frozenset()
    """Words that stand before a provision and ask what became of it."""
    index: frozenset[str] = frozenset()
    """Words that stand before a head of the printed index."""

    @property
    def spoken(self) -> frozenset[str]:
        """The texts that are said to somebody, rather than about a board."""
        return self.help | self.situations | self.quiz | self.greetings


class Replies(_Part):
    """Short texts that answer a question on a card: each is compared with the whole of what was
    typed, without case, marks and signs."""

    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()
    why: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()

    @cached_property
    def every(self) -> frozenset[str]:
        """All of them."""
        return self.yes | self.no | self.why | self.back | self.unsure


def _cut_words(said: object) -> object:
    return said.split() if isinstance(said, str) else said


_Words = Annotated[frozenset[str], BeforeValidator(_cut_words)]
"""Words with blanks between them."""


class SmallWords(_Part):
    """The small words that sentences are heard by (``lawbot.text.sentence``)."""

    light: _Words
    guards: _Words
    denials: _Words
    reports: _Words
    differing: _Words = frozenset()
    alleged: _Words = frozenset()
    notrump_behind: _Words = frozenset()
    notrump_before: _Words = frozenset()
    answering: _Words
    forms: _Words
    silence: _Words
    being: _Words
    helping: _Words
    done_to: _Words
    owned: _Words
    supposing: _Words
    asking: _Words
    joining: _Words
    mere_joining: _Words = frozenset()
    whens: _Words = frozenset()
    pronouns: _Words = frozenset()
    asking_within: _Words = frozenset()
    asked_of: _Words = frozenset()
    telling_behind: _Words = frozenset()
    going_on: _Words = frozenset()
    onlookers: tuple[str, ...] = ()
    noticing: tuple[str, ...] = ()
    first: _Words
    honours: _Words = frozenset()
    lows: _Words = frozenset()
    suits: _Words = frozenset()
    acts: tuple[_Words, ...]
    acting: _Words
    performed: _Words
    declaring: frozenset[str]
    playing: frozenset[str]
    offences: tuple[str, ...]
    puts_down: _Words = frozenset()
    led: _Words = frozenset()
    right_before: _Words = frozenset()
    causing: _Words = frozenset()
    apposed: _Words = frozenset()
    jumps: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    inverting: _Words = frozenset()
    retelling: frozenset[str] = frozenset()
    coming: _Words = frozenset()
    present: _Words = frozenset()
    timing: _Words = frozenset()
    away: frozenset[str] = frozenset()
    back: frozenset[str] = frozenset()
    numbered: _Words = frozenset()
    everyone: _Words = frozenset()
    excepting: _Words = frozenset()
    perfect: _Words = frozenset()
    pending: _Words = frozenset()
    tags: _Words = frozenset()
    thinking: _Words = frozenset()
    correcting: _Words = frozenset()
    subjects: dict[str, _Words] = Field(default_factory=dict)
    tellings: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class Language(_Part):
    """One language: how its texts are folded and cut, what tells, how things at the table are said."""

    code: Annotated[str, Field(pattern=r"^[a-z]{2,3}(?:-[a-z]+)?$")]
    name: str
    """What its speakers call it."""
    fold: Fold
    tokens: Cut
    tokenizer: str
    """FTS5's tokenizer for the folded texts."""
    vectors: bool = False
    """Whether the static word vectors know its words."""
    closed: str = ""
    """Signs that vanish inside words: the apostrophe of a contraction."""
    own_letters: dict[str, str] = Field(default_factory=dict)
    """Letters that folding spells with plain ones, beside those that only lose marks: đ, d."""
    signs: dict[str, str] = Field(default_factory=dict)
    """Signs that are spelt out: those of the suits."""
    written: Written = Written()
    telling: Telling = Telling()
    calls: Calls
    people: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Names of players, by who is meant: me, lho, partner, rho; north, east, south, west; declarer,
    offender ... (``lawbot.text``)."""
    auction: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The words around the calls of a told auction, by what they say of a call
    (``lawbot.text.pieces``)."""
    citing: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The words of citations, by what they say (``lawbot.text.citing``, ``lawbot.search.dated``)."""
    frames: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What stands around a question and is none of it (``lawbot.text.frames``)."""
    elsewhere: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Words of other subjects, and words of bridge beside which they tell nothing
    (``lawbot.text.frames``)."""
    results: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The words of contracts, results, boards and IMPs, by what they say (``lawbot.text.results``)."""
    contracted: dict[str, str] = Field(default_factory=dict)
    """What is written as one word, and the plain words it is made of: "don't" is do not."""
    lemmas: dict[str, str] = Field(default_factory=dict)
    """Irregular forms by their lemmas."""
    hearing: SmallWords | None = None
    numerals: tuple[str, ...]
    """The words for one, two, three ... as far as they are not made of those for tens and units."""
    tens: tuple[str, ...] = ()
    """The words for ten, twenty, thirty ..."""
    after_tens: dict[str, int] = Field(default_factory=dict)
    """Words for a unit behind those for tens only: 'mốt' is one in 'hai mươi mốt'."""
    seats: dict[str, str]
    """The names of N, E, S and W."""
    players: dict[str, str]
    """How a chart names offender, lho, partner and rho while nobody has named their seats."""
    beside_seats: dict[str, str]
    """The same in brackets beside a seat."""
    acronyms: frozenset[str] = frozenset()
    """Abbreviations that keep their capitals in a heading, of a language that writes the other
    words of one small."""
    everyday: frozenset[str] = frozenset()
    """Defined terms, in lower case, that nobody at a table needs to look up."""
    defined: dict[str, str] = Field(default_factory=dict)
    """Terms that no edition lists among its definitions, each with the provision of the 2017 Laws
    that says what it is."""
    doors: Doors = Doors()
    replies: Replies = Replies()
    questions: tuple[str, ...] = ()
    """What a sentence begins with that asks for a rule and tells nothing that happened."""

    @cached_property
    def tokenized(self) -> Callable[[str], list[str]]:
        """Gives the terms of a text, as FTS5 holds them: folded, concrete bids as one, cut."""
        return self._folding.terms

    @cached_property
    def words(self) -> Callable[[str], list[str]]:
        """Gives the terms without pairs of neighbours: words, syllables or runs."""
        return self._folding.words

    @cached_property
    def folded(self) -> Callable[[str], str]:
        """Gives a text as it is compared: straight, concrete bids as one token, signs spelt out,
        marks or blanks gone."""
        return self._folding.folded

    def spelt(self, text: str) -> str:
        """A text as it goes into an FTS5 table of the language."""
        return self.folded(text) if self.tokens is Cut.TRIGRAMS else " ".join(self.tokenized(text))

    def terms(self, spelt: str) -> list[str]:
        """The terms of a text that ``spelt`` has made."""
        return cut(spelt, self.tokens) if self.tokens is Cut.TRIGRAMS else spelt.split()

    @cached_property
    def has_words(self) -> bool:
        """Whether its terms are words (or syllables) that can be misspelt, and no runs of letters."""
        return self.tokens is not Cut.TRIGRAMS

    def plain(self, text: str) -> str:
        """A text as it may be typed without its marks; itself in a language that is read with them."""
        return (
            unmarked("".join(self.own_letters.get(char, char) for char in text))
            if self.fold is Fold.UNMARKED
            else text
        )

    def recognised(self, text: str) -> bool:
        """Whether a text is surely written in this language: by its letters or its marks."""
        letters = self.written.letters
        if letters and re.search(f"[{letters}]", unicodedata.normalize("NFC", text).casefold()):
            return True
        marks = self.written.marks
        return (
            bool(marks)
            and sum(char in marks for char in unicodedata.normalize("NFD", text)) >= _PROVING_MARKS
        )

    @cached_property
    def number_words(self) -> frozenset[str]:
        """The terms that a number in words is made of."""
        return frozenset(
            term
            for word in (*self.numerals, *self.tens, *self.after_tens)
            for term in self.words(word)
        )

    @cached_property
    def _folding(self) -> Folding:
        more = {"signs": self.signs, "own_letters": self.own_letters}
        return Folding(
            self.calls,
            self.fold,
            self.tokens,
            closed=self.closed,
            letters=self.written.letters,
            **more,
        )


class Languages(dict[str, Language]):
    """The languages by their codes."""

    @classmethod
    def load(cls, folder: Path) -> "Languages":
        """Reads every ``CODE.toml`` of a folder. Raises LawbotError with all faults of all files."""
        read, faults = cls(), []
        for path in sorted(folder.glob("*.toml")):
            try:
                language = Language.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
                re.compile(f"[{language.written.letters or 'a'}]")
                if language.code != path.stem:
                    faults.append(
                        f"{path.name}: the code inside is {language.code}; file name and code must agree"
                    )
                read[language.code] = language
            except ValidationError as error:
                faults += [
                    f"{path.name}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}"
                    for fault in error.errors()
                ]
            except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, re.error) as error:
                faults.append(f"{path.name}: {error}")
        if not read and not faults:
            faults = [f"There is no language in {folder}."]
        if faults:
            raise LawbotError("{faults}", faults="\n".join(faults))
        return read

    def written(self, text: str) -> str | None:
        """The code of the language that a text is surely written in: by its letters, or as a
        greeting of its own; None when neither tells.

        English words are said in every language, so none of them tells anything.
        """
        recognised = (language.code for language in self.values() if language.recognised(text))
        return next(recognised, None) or self._greeted.get(text.casefold().strip(" !.?,"))

    def unmarked(self, text: str) -> str:
        """A text without marks, the own letters of every language spelt with plain ones: for
        comparing what is typed with labels."""
        return unmarked(straighten(text).translate(self._plain_letters))

    @cached_property
    def _plain_letters(self) -> dict[int, str]:
        return str.maketrans(
            {
                letter: plain
                for language in self.values()
                for letter, plain in language.own_letters.items()
            }
        )

    @cached_property
    def _greeted(self) -> dict[str, str]:
        """The languages by what is said to somebody in them; of two the first."""
        others = [language for language in self.values() if language.code != SOURCE]
        return {
            said: language.code
            for language in reversed(others)
            for said in language.doors.spoken | language.replies.every
        }

    def of(self, code: str) -> Language:
        """The language of that code. Raises LawbotError where it has no file."""
        if code not in self:
            raise LawbotError("There is no file data/languages/{code}.toml.", code=code)
        return self[code]


@cache
def installed() -> Languages:
    """The languages of this checkout's data folder. Raises LawbotError."""
    return Languages.load(ROOT / "data" / "languages")
