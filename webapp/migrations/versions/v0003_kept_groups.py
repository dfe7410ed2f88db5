"""Parties and encounters that a GM keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "kept_groups",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("members", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_kept_groups"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_kept_groups_table_id"),
    )
    op.create_index("ix_kept_groups_table_id", "kept_groups", ["table_id"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("kept_groups")
