"""What was found in the last rehearsal of each scene."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "rehearsals",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("is_running", sa.Integer(), nullable=False),
        sa.Column("found", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name="pk_rehearsals"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_rehearsals_battle_id"),
    )
    if op.get_bind().dialect.name == "postgresql":  # it is compressed already
        op.execute("ALTER TABLE rehearsals ALTER COLUMN found SET STORAGE EXTERNAL")


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("rehearsals")
