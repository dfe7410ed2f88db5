"""Scenes that a GM opened from a moment of another one, to try something."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "what_ifs",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("origin_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name="pk_what_ifs"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_what_ifs_battle_id"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("what_ifs")
