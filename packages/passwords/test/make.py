"""Hashes of passwords by Django and passlib (Debian: python3-django python3-passlib python3-argon2 python3-bcrypt)."""
import base64
import hashlib
import json
import pathlib
import sys

import django
from django.conf import settings

settings.configure(PASSWORD_HASHERS=[
    'django.contrib.auth.hashers.PBKDF2PasswordHasher',
    'django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher',
    'django.contrib.auth.hashers.Argon2PasswordHasher',
    'django.contrib.auth.hashers.BCryptSHA256PasswordHasher',
    'django.contrib.auth.hashers.BCryptPasswordHasher',
])
django.setup()
from django.contrib.auth import hashers
from passlib import hash as passlib

here = pathlib.Path(__file__).parent
passwords = json.loads((here / 'passwords.json').read_text())


def django_hashes(hasher, **cheap):
    full = [hasher.encode(p, hasher.salt()) for p in passwords[:1]]
    for name, value in cheap.items():
        setattr(hasher, name, value)
    return full + [hasher.encode(p, hasher.salt()) for p in passwords[1:]]


def passlib_hashes(kind, **cheap):
    return [kind.hash(passwords[0])] + [kind.using(**cheap).hash(p) for p in passwords[1:]]




def django_scrypt(password):
    """Django 3.2 of Debian has no scrypt yet: what Django 4 writes, by the same function of Python."""
    salt = hashers.PBKDF2PasswordHasher().salt()
    hashed = hashlib.scrypt(password.encode(), salt=salt.encode(), n=1024, r=8, p=5, maxmem=2 ** 26, dklen=64)
    return f"scrypt$1024${salt}$8$5${base64.b64encode(hashed).decode()}"


argon2 = hashers.Argon2PasswordHasher()
argon2.memory_cost = 65536
vectors = {
    'django-pbkdf2-sha256': django_hashes(hashers.PBKDF2PasswordHasher(), iterations=1000),
    'django-pbkdf2-sha1': django_hashes(hashers.PBKDF2SHA1PasswordHasher(), iterations=1000),
    'django-argon2': django_hashes(argon2, memory_cost=64, time_cost=1, parallelism=1),
    'django-bcrypt-sha256': django_hashes(hashers.BCryptSHA256PasswordHasher(), rounds=4),
    'django-bcrypt': django_hashes(hashers.BCryptPasswordHasher(), rounds=4),
    'passlib-pbkdf2-sha256': passlib_hashes(passlib.pbkdf2_sha256, rounds=1000),
    'passlib-pbkdf2-sha512': passlib_hashes(passlib.pbkdf2_sha512, rounds=1000),
    'passlib-pbkdf2-sha1': passlib_hashes(passlib.pbkdf2_sha1, rounds=1000),
    'passlib-scrypt': passlib_hashes(passlib.scrypt, rounds=4),
    'django-scrypt': [django_scrypt(p) for p in passwords],
    'passlib-phpass': [passlib.phpass.using(rounds=13).hash(passwords[0])]
    + [passlib.phpass.using(rounds=7).hash(p) for p in passwords[1:]],
    'passlib-phpbb': [passlib.phpass.using(ident='H', rounds=7).hash(p) for p in passwords],
}
json.dump(vectors, sys.stdout, ensure_ascii=True)
