import { ENV } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import type { Request, Response } from 'express'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

const toExpress = ([request, response]: ReturnType<typeof visit>): [Request, Response] =>
  // The package reads no other member that Express adds.
  [request, Object.assign(response, { locals: {} })] as unknown as [Request, Response]

test('A feature of a configuration function has its page and its operations in Express', async () => {
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open: (path) =>
      openAt(path, (...given) =>
        latchstring(...toExpress(given), () => given[1].writeHead(404).end()),
      ),
    greet: (cookie) => latchstring.feature(feature, ...toExpress(visit(cookie))).greet('Hello'),
    system: latchstring.system,
  })
})
