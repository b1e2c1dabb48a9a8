import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { FIRST, openPasswordWorld, signIn } from './src/password-world.ts'

describe.each(STRATEGIES)('A browser whose session has ended elsewhere, by %s,', (strategy) => {
  test.each([
    ['beside no list of devices', {}],
    ['with a list of devices', { devices: true }],
  ])('signs in by the first form that it is shown, %s', async (_, more) => {
    const session = { strategy, revocation: strategy === 'jwt', ...more }
    const world = await openPasswordWorld({ strategy, config: { session } })
    const browser = world.openBrowser()
    expectSignedIn(await signIn(browser))
    await world.auth.sessions().changed(ADA.id, 'user-disabled')
    const page = await browser.open(`${BASE}/signin?callbackUrl=/inside`, { accept: 'text/html' })
    const form = readForms(await page.text()).find(({ action }) =>
      action.includes('callback/password'),
    )
    const values = { ...form?.fields, email: ADA.email, password: FIRST }
    const response = await browser.submit(form?.action ?? '', values, { origin: 'null' })
    expect(response.headers.get('location')).toBe('https://app.example/inside')
    expectSignedIn(response)
  })
})
