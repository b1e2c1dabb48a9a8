/** Every framework package knows the token of a `jwt` callback that adds a member at sign-in, and otherwise returns the token as it was. */
import { defineAuth } from '@latchstring/astro/server'
import elysia from '@latchstring/elysia'
import express from '@latchstring/express'
import fastify from '@latchstring/fastify'
import h3 from '@latchstring/h3'
import h3v1 from '@latchstring/h3/v1'
import hono from '@latchstring/hono'
import koa from '@latchstring/koa'
import { LatchstringModule } from '@latchstring/nestjs'
import next from '@latchstring/next'
import node from '@latchstring/node'
import nuxt from '@latchstring/nuxt/server'
import qwik from '@latchstring/qwik'
import reactRouter from '@latchstring/react-router'
import { latchstring as remix } from '@latchstring/remix'
import solidStart from '@latchstring/solid-start'
import vinxi from '@latchstring/solid-start/vinxi'
import sveltekit from '@latchstring/sveltekit'
import tanstackStart from '@latchstring/tanstack-start'
import type { Equal } from '../equal.ts'

type Role = 'admin' | 'user'
declare function loadRole(id: string | undefined): Role

/** Takes a role that may be missing, and nothing else. */
declare function exact<T>(role: T & (Equal<T, Role | undefined> extends true ? unknown : never)): T

defineAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

elysia({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

express({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

fastify({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

h3({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

h3v1({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

hono({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

koa({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

LatchstringModule.forRoot({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

next({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

node({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

nuxt({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

qwik({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

reactRouter({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

remix({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

solidStart({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

vinxi({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

sveltekit({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

tanstackStart({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
  },
})

LatchstringModule.forRootAsync({
  useFactory: () => ({
    providers: [],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
      session: ({ session, token }) => ({ ...session, role: exact(token.role) }),
    },
  }),
})
