import assert from 'node:assert/strict'
import { assertWho, signIn } from '@latchstring/framework-conformance'

/** @typedef {import('@latchstring/framework-conformance').Jar} Jar */
/** @typedef {import('@latchstring/framework-conformance').Server} Server */

const BOUNDARY = 'form-of-the-page'

/** Sends the form of a page without a script: with the hidden fields that name its action. */
/** @type {(server: Server, jar: Jar, change: string) => Promise<{ readonly said: string, readonly body: string }>} */
async function act(server, jar, change) {
  const page = await server.ask('/changes', { jar })
  const hidden = [
    ...page.body.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g),
  ]
  assert.ok(hidden.length > 0, page.body)
  const fields = [...hidden.map(([, name = '', value = '']) => [name, value]), ['change', change]]
  const parts = fields.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const response = await server.ask('/changes', {
    method: 'POST',
    headers: {
      origin: server.origin,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
    jar,
  })
  assert.equal(response.status, 200, response.body)
  const line = response.cookies.find((cookie) => cookie.startsWith('app-said='))
  const [, said = ''] = /^app-said=([^;]*)/.exec(line ?? '') ?? []
  return { said: decodeURIComponent(said), body: response.body }
}

/** @type {(body: string) => readonly string[]} */
const shown = (body) => [...new Set(body.match(/who:\w+/g))]

/** With who is signed in before and after each. */
const STEPS = [
  { change: 'update', before: 'ada', after: 'lovelace' },
  { change: 'signIn', before: 'lovelace', after: 'grace' },
  { change: 'signOut', before: 'grace', after: 'nobody' },
  { change: 'signIn', before: 'nobody', after: 'grace' },
]

/** @type {readonly import('../types.d.ts').Row[]} */
export const changes = [
  {
    id: 'S8',
    name: 'What an action changes is read by the action itself and by the page that is rendered after it, and by no other request',
    needs: ['changes'],
    async run(server) {
      const jar = await signIn(server, 'ada')
      const other = await signIn(server, 'ada')
      for (const { change, before, after } of STEPS) {
        const { said, body } = await act(server, jar, change)
        assert.equal(said, `who:${before} who:${after}`, change)
        assert.deepEqual(shown(body), [`who:${after}`], change)
        assertWho(await server.ask('/whoami', { jar }), after)
        assertWho(await server.ask('/whoami', { jar: other }), 'ada')
        assertWho(await server.ask('/whoami'), 'nobody')
      }
      // A cached function would give the session of one person to the next.
      const cached = await server.ask('/kept', { jar: other })
      assert.equal(cached.status, 500, cached.body)
      assert.deepEqual(shown(cached.body), [])
    },
  },
]
