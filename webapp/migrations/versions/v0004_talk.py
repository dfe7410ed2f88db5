"""What people say, throw and show each other, and how each of them plays."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "said",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text()),
        sa.Column("battle_id", sa.String(32)),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_said"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_said_table_id"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_said_battle_id"),
    )
    op.create_table(
        "papers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("picture_id", sa.String(32)),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_papers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_papers_table_id"),
        sa.ForeignKeyConstraint(["picture_id"], ["pictures.id"], name="fk_papers_picture_id"),
    )
    op.create_index("ix_papers_table_id", "papers", ["table_id"])
    op.create_table(
        "kept_rolls",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "owner", "name", name="pk_kept_rolls"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_kept_rolls_table_id"),
    )
    op.create_table(
        "habits",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("real_dice", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_habits"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_habits_person_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Refuse: what people said would be lost."""
    raise RuntimeError("What people said at the tables would be lost.")
