/** Every framework package types the operations of a feature by its value, for a configuration that is an object and for one that is a function. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Feature, FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import {
  defineAuth,
  type AstroAuth,
  type AstroScope,
  type Session,
} from '@latchstring/astro/server'
import elysia, { type LatchstringContext, type PluginMembers } from '@latchstring/elysia'
import express from '@latchstring/express'
import fastify from '@latchstring/fastify'
import h3 from '@latchstring/h3'
import h3v1 from '@latchstring/h3/v1'
import hono from '@latchstring/hono'
import koa from '@latchstring/koa'
import { LatchstringModule, type LatchstringService } from '@latchstring/nestjs'
import next from '@latchstring/next'
import node from '@latchstring/node'
import nuxt from '@latchstring/nuxt/server'
import qwik from '@latchstring/qwik'
import reactRouter from '@latchstring/react-router'
import { latchstring as remix, type RequestScope } from '@latchstring/remix'
import solidStart from '@latchstring/solid-start'
import vinxi from '@latchstring/solid-start/vinxi'
import sveltekit from '@latchstring/sveltekit'
import tanstackStart from '@latchstring/tanstack-start'

interface Notes {
  add(text: string, mark?: boolean): Promise<string>
  count(): number
}

interface NotesOfUsers {
  countOf(userId: string): Promise<number>
}

declare const notes: Feature<Notes, NotesOfUsers>
const features = [notes]
const object = { providers: [], features }
const configure = (): { providers: [] } => ({ providers: [] })

/** The operations for the user of the request, and those for any user. */
interface Operations {
  readonly own: {
    readonly add: (text: string, mark?: boolean) => Promise<string>
    readonly count: () => Promise<number>
  }
  readonly ofAnyUser: { readonly countOf: (userId: string) => Promise<number> }
}

declare function expectOwn(operations: Operations['own']): void
declare function expectOfAnyUser(operations: Operations['ofAnyUser']): void

/** A value that a handler of the framework is given. */
declare function given<T>(): T

type GivenTo<F> = F extends FeatureForUser<infer Given> ? Given : never

/** What packages offer that give the operations by a function of the feature and what a handler is given. */
interface Offering<Given extends readonly unknown[], Job extends readonly unknown[]> {
  readonly feature: FeatureForUser<Given>
  readonly system: FeatureForSystem<Job>
}

function expectOperations<Given extends readonly unknown[]>(
  { feature, system }: Offering<Given, []>,
  ...handler: Given
): void {
  expectOwn(feature(notes, ...handler))
  expectOfAnyUser(system(notes))
  // @ts-expect-error -- the feature has no such operation
  void feature(notes, ...handler).remove
  // @ts-expect-error -- text is not a number
  void feature(notes, ...handler).add(1)
  // @ts-expect-error -- it names a user
  void feature(notes, ...handler).countOf
}

for (const one of [express(object), express(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [node(object), node(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [fastify(object), fastify(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [koa(object), koa(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [h3(object), h3(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [h3v1(object), h3v1(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [nuxt(object), nuxt(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [hono(object), hono(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [qwik(object), qwik(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [reactRouter(object), reactRouter(configure, { features })]) {
  expectOperations(one, ...given<GivenTo<typeof one.feature>>())
}
for (const one of [solidStart(object), solidStart(configure, { features })]) expectOperations(one)
for (const one of [vinxi(object), vinxi(configure, { features })]) expectOperations(one)
for (const one of [sveltekit(object), sveltekit(configure, { features })]) expectOperations(one)
for (const one of [tanstackStart(object), tanstackStart(configure, { features })]) {
  expectOperations(one)
}
for (const { feature, system } of [next(object), next(configure, { features })]) {
  const [request, response] = given<[IncomingMessage, ServerResponse]>()
  expectOwn(feature(notes))
  expectOwn(feature(notes, request, response))
  expectOwn(feature(notes, { req: request, res: response }))
  // @ts-expect-error -- the feature has no such operation
  void feature(notes).remove
  expectOfAnyUser(system(notes))
}
for (const one of [defineAuth(object), defineAuth(configure, { features })]) {
  expectOperations(one, given<{ locals: object }>())
}
elysia(object)
elysia(configure, { features })
// Elysia is not installed here, of whose plugins this is a part.
expectOfAnyUser(given<PluginMembers>().system(notes))
for (const { system } of [remix(object), remix(configure, { features })]) {
  expectOfAnyUser(system(notes))
}

// Where the operations are those of the scope of the request.
expectOwn(given<AstroScope<object>>().feature(notes))
expectOwn(given<LatchstringContext>().latchstring.feature(notes))
expectOwn(given<RequestScope<object>>().feature(notes))

LatchstringModule.forRoot(object)
LatchstringModule.forRoot(configure, { features })
LatchstringModule.forRootAsync({ features, useFactory: () => configure })
expectOwn(given<LatchstringService>().feature(notes, {}))
expectOfAnyUser(given<LatchstringService>().system(notes))

/** The type of a result can be written, as `isolatedDeclarations` asks for. */
export const auth: AstroAuth<Session> = defineAuth(object)
