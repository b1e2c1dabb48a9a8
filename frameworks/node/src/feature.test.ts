import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in node:http', async () => {
  await expectGreeting({
    feature,
    open: (path) => openAt(path, latchstring.handle),
    greet: (cookie) => latchstring.feature(feature, ...visit(cookie)).greet('Hello'),
    principal: (...headers) =>
      principalOf(
        latchstring.auth.principal(...visit(...headers), { accepts: ['session', feature] }),
      ),
    system: latchstring.system,
  })
})
