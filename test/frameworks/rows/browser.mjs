import assert from 'node:assert/strict'
import { signIn } from '@latchstring/framework-conformance'

/** @typedef {import('../types.d.ts').Tab} Tab */

/** @type {(tab: Tab) => Promise<void>} the page's script runs, and has been there for a while */
async function hydrated(tab) {
  await tab.shows('#mounted', 'mounted')
  await tab.page.waitForLoadState('networkidle')
}

/** What a server has sent for an element, without markers of frameworks. */
/** @type {(html: string, id: string) => string | undefined} */
function sent(html, id) {
  const [, inner] =
    new RegExp(`<(\\w+)[^>]* id="?${id}"?[^>]*>(.*?)</\\1>`, 's').exec(html)?.slice(1) ?? []
  return inner?.replaceAll(/<!--.*?-->/gs, '').trim()
}

/** @type {(tab: Tab, username: string) => Promise<void>} by the form of the application */
async function fillIn({ page }, username) {
  await page.locator('#sign-in [name=username]').fill(username)
  await page.locator('#sign-in [name=password]').fill('correct')
  await page.locator('#sign-in button').click()
}

/** @type {(tab: Tab, status: string, name: string, html: string) => Promise<void>} what was rendered stays */
async function assertHydrated(tab, status, name, html) {
  await hydrated(tab)
  assert.equal(sent(html, 'status'), status, 'the server rendered another status')
  assert.equal(sent(html, 'name'), name, 'the server rendered another name')
  assert.deepEqual(await tab.statuses(), [status], 'the status changed')
  assert.equal(tab.asked(), 0, 'the session was fetched again')
  assert.deepEqual(tab.problems, [])
}

/** @type {(tab: Tab, name: string, address?: string) => Promise<void>} where nothing is rendered, it is asked for: what these rows count is seen */
async function assertControl(tab, name, address = '/hydrate?unseeded=1') {
  await tab.open(address)
  await tab.shows('#name', name)
  await hydrated(tab)
  assert.equal(tab.asked(), 1, 'a session that is not rendered is asked for once')
  assert.equal((await tab.statuses()).length, 2, 'a status that changes is not seen')
  assert.equal((await tab.statuses())[0], 'loading')
  await tab.page.evaluate(() => console.error('control'))
  assert.deepEqual(tab.problems, ['control'])
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const browser = [
  {
    id: 'S1',
    name: 'The browser uses the session in the rendered page without fetching it',
    needs: ['browser'],
    async run(server, { host, visit }) {
      const { tab } = await visit(server, { jar: await signIn(server, 'ada') })
      const page = await tab()
      await assertHydrated(page, 'authenticated', 'ada', await page.open('/hydrate'))
      await assertControl(await tab(), 'ada', host.unseeded)
    },
  },
  {
    id: 'S3',
    name: 'The browser uses a signed-out state in the rendered page without fetching the session',
    needs: ['browser'],
    async run(server, { host, visit }) {
      const { tab } = await visit(server)
      const page = await tab()
      await assertHydrated(page, 'unauthenticated', 'nobody', await page.open('/hydrate'))
      await assertControl(await tab(), 'nobody', host.unseeded)
    },
  },
  {
    id: 'S4',
    name: 'A page shows changes of the session without a reload',
    needs: ['browser'],
    async run(server, { visit }) {
      const { tab } = await visit(server)
      const [one, other] = [await tab(), await tab()]
      await one.open('/hydrate')
      await hydrated(one)
      await one.touch()
      await fillIn(one, 'grace')
      await one.shows('#name', 'grace')
      await one.page.locator('#other').click()
      await one.shows('#place', 'other')
      await one.shows('#name', 'grace')
      assert.ok(await one.isTouched(), 'the page was loaded again')
      await other.open('/hydrate')
      await hydrated(other)
      await other.shows('#name', 'grace')
      await other.touch()
      await one.page.locator('#leave').click()
      await one.shows('#name', 'nobody')
      await other.shows('#name', 'nobody')
      assert.ok(await other.isTouched(), 'the other tab was loaded again')
      assert.ok(await one.isTouched(), 'the page was loaded again')
      await one.open('/hydrate')
      assert.ok(!(await one.isTouched()), 'a page that is loaded again is not seen')
      assert.deepEqual([...one.problems, ...other.problems], [])
    },
  },
  {
    id: 'S7',
    name: 'A link to a protected page redirects to the sign-in page, and the sign-in back to the page',
    needs: ['browser'],
    async run(server, { visit }) {
      const { tab } = await visit(server)
      const one = await tab()
      await one.open('/hydrate')
      await hydrated(one)
      await one.page.locator('#members').click()
      await one.page.waitForURL(`${server.origin}/auth/signin?**`)
      await one.page.locator('[name=username]').fill('ada')
      await one.page.locator('[name=password]').fill('correct')
      await one.page.locator('[name=password]').press('Enter')
      await one.page.waitForURL(/\/(?:members|hydrate)$/)
      const arrived = new URL(one.page.url()).pathname
      await one.open('/hydrate')
      await hydrated(one)
      await one.touch()
      await one.page.locator('#members').click()
      await one.page.getByText('members-content').waitFor()
      assert.ok(await one.isTouched(), 'the page was loaded again')
      const said = arrived === '/members' ? [] : [`after signing in the page is ${arrived}`]
      assert.deepEqual([...said, ...one.problems], [])
    },
  },
  {
    id: 'F7',
    name: 'Forms of the application have the same effect with a script as without one',
    needs: ['browser'],
    async run(server, { visit }) {
      const [enhanced, plain] = [
        await (await visit(server)).tab(),
        await (await visit(server, { hasScripts: false })).tab(),
      ]
      await enhanced.open('/hydrate')
      await hydrated(enhanced)
      await enhanced.touch()
      await plain.open('/hydrate')
      for (const one of [enhanced, plain]) {
        await fillIn(one, 'ada')
        await one.shows('#status', 'authenticated')
        await one.shows('#name', 'ada')
        await one.page.locator('#sign-out button').click()
        await one.shows('#status', 'unauthenticated')
      }
      assert.ok(await enhanced.isTouched(), 'the forms were sent without the script')
      assert.equal(await plain.page.locator('#mounted').textContent(), '', 'a script has run')
      for (const one of [enhanced, plain]) {
        await one.page.locator('#github button').click()
        await one.shows('#service', 'service')
        const url = one.page.url()
        assert.ok(url.startsWith('http://127.0.0.1:9/github/authorize?'), url)
        assert.deepEqual(one.problems, [])
      }
    },
  },
]
