"""The verifiable random function, against the examples of RFC 9381 (appendix B.3) and what is no proof."""

from hashlib import sha512

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.dice.curve import (
    BASE,
    NEUTRAL,
    ORDER,
    add,
    decode,
    double,
    encode,
    is_equal,
    multiply,
    multiply_base,
    negative,
)
from webapp.dice.vrf import PROOF_BYTES, SecretKey, proven_number

EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d97"
        "27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
        "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af02679"
        "8e8f81cd2e333de5cdf4f3e140fdd8ae",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465"
        "301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
        "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848"
        "a0bef4553a41befc57663b56373a5031",
    ),
]


@pytest.mark.parametrize(("secret", "public", "alpha", "proof", "number"), EXAMPLES)
def test_it_is_the_function_of_the_standard(
    secret: str, public: str, alpha: str, proof: str, number: str
) -> None:
    key, name = SecretKey(bytes.fromhex(secret)), bytes.fromhex(alpha)
    assert key.public.hex() == public
    assert key.proof(name).hex() == proof
    assert key.number(name).hex() == number
    found = proven_number(key.public, name, key.proof(name))
    assert found is not None
    assert found.hex() == number


KEY = SecretKey(b"k" * 32)
PROOF = KEY.proof(b"name")


def test_a_proof_is_of_one_name_and_one_key_alone() -> None:
    assert proven_number(KEY.public, b"name", PROOF) == KEY.number(b"name")
    assert proven_number(KEY.public, b"another", PROOF) is None
    assert proven_number(SecretKey(b"x" * 32).public, b"name", PROOF) is None


@settings(max_examples=25)
@given(bit=st.integers(min_value=0, max_value=8 * PROOF_BYTES - 1))
def test_a_proof_with_one_bit_turned_proves_nothing(bit: int) -> None:
    turned = bytearray(PROOF)
    turned[bit // 8] ^= 1 << bit % 8
    assert proven_number(KEY.public, b"name", bytes(turned)) is None


@pytest.mark.parametrize("proof", [b"", PROOF[:-1], PROOF + b"\0", b"\xff" * PROOF_BYTES])
def test_what_is_no_proof_proves_nothing(proof: bytes) -> None:
    assert proven_number(KEY.public, b"name", proof) is None


def test_an_answer_beyond_the_order_is_refused_although_it_comes_to_the_same() -> None:
    answer = int.from_bytes(PROOF[48:], "little") + ORDER
    assert proven_number(KEY.public, b"name", PROOF[:48] + answer.to_bytes(32, "little")) is None


@pytest.mark.parametrize("public", [encode(NEUTRAL), b"\0" * 32, b"\xff" * 32, b""])
def test_a_key_under_which_anything_could_be_proven_proves_nothing(public: bytes) -> None:
    assert proven_number(public, b"name", PROOF) is None


@settings(max_examples=10)
@given(one=st.integers(0, ORDER), other=st.integers(0, ORDER))
def test_points_add_up_as_their_numbers_do(one: int, other: int) -> None:
    total = add(multiply(one, BASE), multiply(other, BASE))
    assert is_equal(total, multiply_base((one + other) % ORDER))
    assert is_equal(add(total, negative(total)), NEUTRAL)
    assert is_equal(double(total), add(total, total))


def test_a_point_is_read_as_it_was_written() -> None:
    spot = multiply(int.from_bytes(sha512(b"spot").digest()), BASE)
    read = decode(encode(spot))
    assert read is not None
    assert is_equal(read, spot)
