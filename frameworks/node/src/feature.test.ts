import { ENV } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in node:http', async () => {
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open: (path) => openAt(path, latchstring.handle),
    greet: (cookie) => latchstring.feature(feature, ...visit(cookie)).greet('Hello'),
    system: latchstring.system,
  })
})
