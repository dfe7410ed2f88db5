"""The bytes of pictures, where the database keeps them and not a folder; SQLite leaves the table empty."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table. The store brings in what lies in a folder: only a start knows where that is."""
    op.create_table(
        "picture_bytes",
        sa.Column("picture_id", sa.String(32), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("picture_id", "part", name="pk_picture_bytes"),
        sa.ForeignKeyConstraint(["picture_id"], ["pictures.id"], name="fk_picture_bytes_picture_id"),
    )
    if op.get_bind().dialect.name == "postgresql":  # pictures are compressed already
        op.execute("ALTER TABLE picture_bytes ALTER COLUMN bytes SET STORAGE EXTERNAL")


def downgrade() -> None:
    """Refuse: the pictures would be lost."""
    raise RuntimeError("The pictures would be lost.")
