import assert from 'node:assert/strict'
import { createApplication } from '../core/application.ts'
import { newPerson } from '../core/assertions.ts'
import type { Case } from '../options.ts'

/** Tests of the number of queries, if they can be counted. */
export const queryCases: readonly Case[] = [
  {
    name: 'a session check takes the declared number of queries, and those of sign-ins are counted',
    async run({ adapter, capabilities, countQueries, queriesPerSessionCheck, recorder }) {
      assert.ok(countQueries, 'queries cannot be counted')
      const app = createApplication(adapter, capabilities)
      const person = newPerson()
      const [first, second] = [app.openBrowser(), app.openBrowser()]
      const firstSignIn = await countQueries(() => first.signIn(person))
      const repeatedSignIn = await countQueries(() => second.signIn(person))
      const sessionCheck = await countQueries(() => first.userId())
      assert.ok(first.hasSession() && second.hasSession(), 'a sign-in failed')
      recorder.set({ queries: { sessionCheck, firstSignIn, repeatedSignIn } })
      const user = await adapter.getUserByEmail(person.email)
      await adapter.deleteUser(user?.id ?? '')
      assert.equal(sessionCheck, capabilities.sessions === true ? queriesPerSessionCheck : 0)
    },
  },
]
