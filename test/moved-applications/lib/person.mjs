import assert from 'node:assert/strict'
import { frameworkOf } from './frameworks.mjs'

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('@latchstring/test-inbox').Inbox} Inbox */
/** @typedef {import('../applications.mjs').Application} Application */
/** @typedef {import('../applications.mjs').Way} Way */

/** How long a page may take to show something. */
const PATIENCE_MS = 60_000

/**
 * Where people sign in, and what they find there.
 *
 * @typedef {object} Place
 * @property {string} origin
 * @property {string} issuer of the identity provider
 * @property {Inbox} inbox
 */

/** @typedef {{ readonly name: string, readonly email: string, readonly password: string, readonly role: string }} Facts */

/** @type {Readonly<Record<'ada' | 'alan', Facts>>} */
export const PEOPLE = {
  ada: {
    name: 'Ada Lovelace',
    email: 'ada@harbour.example',
    password: 'analytical',
    role: 'admin',
  },
  alan: {
    name: 'Alan Turing',
    email: 'alan@harbour.example',
    password: 'enigma-1940',
    role: 'member',
  },
}

const RENAMED = 'Augusta King'

/** A person with a browser of their own, which keeps its cookies while the application is replaced. */
export class Person {
  #page
  #place
  #application
  #way
  #facts
  /** As pages call them. */
  #name

  /**
   * @param {Page} page
   * @param {{ readonly place: Place, readonly application: Application, readonly way: Way, readonly facts: Facts }} options
   */
  constructor(page, { place, application, way, facts }) {
    page.setDefaultTimeout(PATIENCE_MS)
    this.#page = page
    this.#place = place
    this.#application = application
    this.#way = way
    this.#facts = facts
    this.#name = this.#usualName()
  }

  /** An address alone has no name. */
  #usualName() {
    return this.#way === 'mail' ? null : this.#facts.name
  }

  /** @type {(path: string) => Promise<number>} once scripts run */
  async #open(path) {
    const response = await this.#page.goto(this.#place.origin + path, { waitUntil: 'networkidle' })
    return response?.status() ?? 0
  }

  /** @type {(text: string) => Promise<void>} */
  async #shows(text) {
    const found = this.#page.locator('#person', { hasText: text })
    await found.waitFor().catch(async () => {
      const body = await this.#page.locator('body').innerText()
      assert.fail(`${this.#page.url()} does not show "${text}":\n${body}`)
    })
  }

  /** @type {() => Promise<readonly string[]>} names of cookies that hold a session */
  async sessionCookies() {
    const cookies = await this.#page.context().cookies(this.#place.origin)
    return cookies.map(({ name }) => name).filter((name) => /session/.test(name))
  }

  /** Without a session: closed pages redirect to the sign-in page, and no response has data. */
  async isStranger() {
    const { closed, client, admin, api } = this.#application
    for (const path of [...closed, ...client]) {
      await this.#open(path)
      await this.#page.waitForURL((url) => url.pathname === '/sign-in')
    }
    for (const path of admin) await this.#isRefused(path)
    for (const path of api) assert.equal((await this.#ask(path)).status(), 401, path)
  }

  /** @type {(path: string) => ReturnType<Page['request']['get']>} with the cookies of the browser */
  #ask(path) {
    return this.#page.request.get(this.#place.origin + path, { maxRedirects: 0 })
  }

  /** @type {(path: string) => Promise<void>} */
  async #isRefused(path) {
    await this.#open(path)
    const heading = this.#page.getByRole('heading', { name: 'For administrators' })
    assert.equal(await heading.count(), 0, `${path} is shown to ${this.#facts.role}`)
  }

  /** Every page and every answer names the person and the role. */
  async isSignedIn() {
    const { closed, client, admin, api } = this.#application
    const { role } = this.#facts
    const { guests = [] } = this.#application
    const shown = `${this.#name ?? 'nobody'}, ${role}`
    for (const path of ['/', ...closed, ...client, ...guests]) {
      await this.#open(path)
      await this.#shows(shown)
    }
    for (const path of admin) {
      if (role !== 'admin') {
        await this.#isRefused(path)
        continue
      }
      await this.#open(path)
      await this.#page.getByRole('heading', { name: 'For administrators' }).waitFor()
      await this.#shows(shown)
    }
    for (const path of api) {
      const answer = await this.#ask(path)
      assert.equal(answer.status(), 200, path)
      assert.deepEqual(await answer.json(), { name: this.#name, role }, path)
    }
  }

  /** Signs in on the page that a closed page leads to, and comes back to that. */
  async signIn() {
    const [path = '/'] = this.#application.closed
    await this.#open(path)
    await this.#page.waitForURL((url) => url.pathname === '/sign-in')
    await this.#page.waitForLoadState('networkidle')
    if (this.#way === 'harbour') await this.#signInAtHarbour()
    if (this.#way === 'credentials') await this.#signInWithPassword()
    if (this.#way === 'mail') await this.#signInByMail()
    await this.#page.waitForURL(
      ({ origin, pathname }) =>
        origin === this.#place.origin &&
        pathname !== '/sign-in' &&
        !pathname.startsWith(`${frameworkOf(this.#application).basePath}/`),
    )
    this.#name = this.#usualName()
  }

  async #signInAtHarbour() {
    await this.#page.getByRole('button', { name: 'Continue with Harbour' }).click()
    const chosen = this.#page.locator('button.person', { hasText: this.#facts.name })
    const allowed = this.#page.getByRole('button', { name: 'Allow' })
    await chosen.click()
    // Who has allowed it before is not asked again.
    await allowed.or(this.#page.locator('#person')).first().waitFor()
    if (await allowed.isVisible()) await allowed.click()
  }

  async #signInWithPassword() {
    await this.#page.getByLabel('Email').fill(this.#facts.email)
    await this.#page.getByLabel('Password').fill('not-this-one')
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await this.#page
      .getByRole('alert')
      .filter({ hasText: /wrong|did not work/i })
      .waitFor()
    await this.#page.waitForLoadState('networkidle')
    await this.#page.getByLabel('Email').fill(this.#facts.email)
    await this.#page.getByLabel('Password').fill(this.#facts.password)
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async #signInByMail() {
    const { inbox } = this.#place
    await this.#page.getByLabel('Email').fill(this.#facts.email)
    await this.#page.getByRole('button', { name: 'Send a link' }).click()
    // The mail comes before the answer, whose cookie marks this browser as the one that asked: another one is asked "Is this you?".
    await this.#page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    const { link, raw } = await inbox.waitFor(this.#facts.email, { timeoutMs: PATIENCE_MS })
    assert.ok(link, `The mail has no link:\n${raw}`)
    await this.#page.goto(link)
  }

  /** Changes the name in the session on every page that offers it, which the pages show then. */
  async rename() {
    for (const [index, path] of this.#application.rename.entries()) {
      await this.#open(path)
      this.#name = `${RENAMED} ${index + 1}`
      await this.#page.getByLabel('New name').fill(this.#name)
      await this.#page.getByRole('button', { name: 'Rename' }).click()
      await this.#shows(`${this.#name}, ${this.#facts.role}`)
    }
  }

  async signOut() {
    await this.#open('/')
    await this.#page.getByRole('button', { name: 'Sign out' }).click()
    await this.#page.getByRole('button', { name: 'Sign in here' }).waitFor()
    assert.deepEqual(await this.sessionCookies(), [])
  }
}

/** A stranger whom a page makes a guest. */
export class Guest {
  #page
  #url

  /**
   * @param {Page} page
   * @param {string} url of the page
   */
  constructor(page, url) {
    page.setDefaultTimeout(PATIENCE_MS)
    this.#page = page
    this.#url = url
  }

  /** Guests are counted: no redirect has made another one. */
  async isTheFirst() {
    for (let visit = 0; visit < 3; visit += 1) {
      await this.#page.goto(this.#url)
      await this.#page.locator('#person', { hasText: 'Guest 1, member' }).waitFor()
    }
  }
}
