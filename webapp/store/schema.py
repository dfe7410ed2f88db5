"""The tables of the database. `webapp/migrations/` makes them; a test holds the two together.

The types are those that SQLite and PostgreSQL have in common. What a battle is stands in `events` alone; the
other tables say whose it is, who plays in it and which picture lies under it.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Write the time in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Read it back as an aware one."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


ID = String(32)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("gm_key", String(64), nullable=False, unique=True),
    Column("screen_key", String(64), nullable=False, unique=True),
    Column("join_code", String(16), nullable=False, unique=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("created", Moment, nullable=False),
)

pictures = Table(
    "pictures",
    metadata,
    Column("id", ID, primary_key=True),  # the beginning of the SHA-256 of its bytes
    Column("media_type", String(32), nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
)

picture_bytes = Table(  # where the database keeps them and no folder does: in parts, so that none is large
    "picture_bytes",
    metadata,
    Column("picture_id", ID, ForeignKey("pictures.id"), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),  # from 0 on
    Column("bytes", LargeBinary, nullable=False),
)

battles = Table(
    "battles",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("system", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("picture_id", ID, ForeignKey("pictures.id")),
    Column("dice_seed", String(64), nullable=False),
    Column("created", Moment, nullable=False),
)

current_battles = (
    Table(  # what lies before a table; kept apart, or `tables` and `battles` would need each other
        "current_battles",
        metadata,
        Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
        Column("battle_id", ID, ForeignKey("battles.id"), nullable=False),
    )
)

events = (
    Table(  # append-only: triggers refuse to change a row, and to delete one of a battle that is not deleted
        "events",
        metadata,
        Column("battle_id", ID, ForeignKey("battles.id"), primary_key=True),
        Column("seq", Integer, CheckConstraint("seq > 0", name="seq"), primary_key=True, autoincrement=False),
        Column("command_id", String(64), nullable=False),
        Column("kind", String(64), nullable=False),
        Column("data", Text, nullable=False),  # JSON
        Column("at", Moment, nullable=False),
    )
)

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("key", String(64), nullable=False, unique=True),
    Column("created", Moment, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("battle_id", ID, ForeignKey("battles.id"), primary_key=True),
    Column("combatant", String(128), primary_key=True),
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

said = Table(  # what people said, threw and showed each other, by tables: no undo takes it back
    "said",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(64), nullable=False),
    Column("by", ID, nullable=False),  # a person's id, or "gm"
    Column("name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("audience", Text),  # JSON: who hears it besides the GM and who said it; null for everybody
    Column("battle_id", ID, ForeignKey("battles.id")),
    Column("entry", Integer, nullable=False),  # how many commands its log had: where it stands among them
    Column("at", Moment, nullable=False),
)

papers = Table(  # notes and handouts
    "papers",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("owner", ID, nullable=False),  # a person's id, or "gm"
    Column("title", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("picture_id", ID, ForeignKey("pictures.id")),
    Column("shown", Text, nullable=False),  # JSON: to whom; "all" is everybody, "screen" the projector
    Column("created", Moment, nullable=False),
)

kept_rolls = Table(  # dice with a name, as somebody keeps them
    "kept_rolls",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("owner", ID, primary_key=True),  # a person's id, or "gm"
    Column("name", String(64), primary_key=True),
    Column("dice", Text, nullable=False),
)

habits = Table(  # how each person plays; nobody's row is as good as one of noughts
    "habits",
    metadata,
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("real_dice", Integer, nullable=False),  # 1 for who types in the faces of real dice
)

kept_groups = Table(  # parties and encounters that a GM keeps, to bring them into other scenes
    "kept_groups",
    metadata,
    Column("id", ID, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False, index=True),
    Column("system", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("members", Text, nullable=False),  # JSON
    Column("created", Moment, nullable=False),
)

gms = Table(  # those whom the host has invited; what is nobody's here is the host's own
    "gms",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key_hash", String(64), nullable=False, unique=True),  # SHA-256: the link itself is kept nowhere
    Column("created", Moment, nullable=False),
    Column("sent_away", Moment),
)

table_gms = Table(  # whose a table is, where it is an invited GM's
    "table_gms",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("gm_id", ID, ForeignKey("gms.id"), nullable=False, index=True),
)

table_pictures = Table(  # the pictures that were brought to a table, whether they lie there now or did once
    "table_pictures",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("picture_id", ID, ForeignKey("pictures.id"), primary_key=True, index=True),
)

deleted_battles = Table(  # whose logs may go, and are gone: the triggers of `events` ask here
    "deleted_battles",
    metadata,
    Column("battle_id", ID, primary_key=True),
    Column("at", Moment, nullable=False),
)

what_ifs = Table(  # scenes opened from a moment of another one, until they are brought to the table
    "what_ifs",
    metadata,
    Column("battle_id", ID, ForeignKey("battles.id"), primary_key=True),
    Column("origin_id", ID, nullable=False),  # the other one, which may be gone by now
)


def background_work(name: str) -> Table:
    """Make a table for one kind of long work on scenes, the last that was done of each: for the GM alone."""
    return Table(
        name,
        metadata,
        Column("battle_id", ID, ForeignKey("battles.id"), primary_key=True),
        Column("token", ID, nullable=False),  # of the one who does it
        Column("is_running", Integer, nullable=False),  # 0 once it is over, or its end is asked for
        Column("found", LargeBinary, nullable=False),  # compressed JSON
        Column("at", Moment, nullable=False),
    )


rehearsals = background_work("rehearsals")
win_curves = background_work("win_curves")

table_changes = Table(  # how often what is a table's has changed, beside its logs and its talk; by triggers
    "table_changes",
    metadata,
    Column("table_id", ID, primary_key=True),
    Column("changes", BigInteger, nullable=False),
)

host_settings = Table(  # one row, or none
    "host_settings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),  # JSON
)
