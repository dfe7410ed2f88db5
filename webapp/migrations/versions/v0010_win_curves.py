"""How each side's chance went over the fight of each scene."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "win_curves",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("is_running", sa.Integer(), nullable=False),
        sa.Column("found", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name="pk_win_curves"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_win_curves_battle_id"),
    )
    if op.get_bind().dialect.name == "postgresql":  # it is compressed already
        op.execute("ALTER TABLE win_curves ALTER COLUMN found SET STORAGE EXTERNAL")


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("win_curves")
