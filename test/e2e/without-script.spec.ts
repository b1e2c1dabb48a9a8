import {
  ADA,
  askForMail,
  demoUser,
  expectSignedIn,
  expectSignedOut,
  newAddress,
  openMail,
  signInAtProvider,
  typePassword,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'

test.use({ javaScriptEnabled: false })

test.beforeEach(({ watch }) => {
  // That is how the browser speaks of scripts it does not run.
  watch.allow(/^csp: GET .*\/_next\/static\/chunks\//)
})

test(
  'without scripts, a protected page, the sign-in and the sign-out succeed',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/protected')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/protected')
    await expectSignedIn(page, ADA.name)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')
    await expectSignedOut(page)
  },
)

test(
  'without scripts, the buttons of the home page sign in',
  { tag: '@slow' },
  async ({ page, demo }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue with Harbour Code' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/')
    await expectSignedIn(page, ADA.name)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)

    const { name } = demoUser(demo, 'katherine')
    await page.getByRole('button', { name: `Sign in as ${name}` }).click()
    await expectSignedIn(page, name)
  },
)

test(
  'without scripts, a wrong password is reported and the right one signs in',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const user = demoUser(demo, 'margaret')
    await page.goto('/')
    await typePassword(page, user.username, 'wrong')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(page.getByText('do not belong together')).toBeVisible()
    await typePassword(page, user.username, user.password)
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expectSignedIn(page, user.name)
  },
)

test('without scripts, the link of a mail signs in', async ({ page, demo }) => {
  const address = newAddress()
  await askForMail(page, address)
  await openMail(page, demo, address)
  await page.getByRole('link', { name: 'Open the link' }).click()
  await page.waitForURL('/')
  await expectSignedIn(page, address)
})

test(
  'without scripts, the built-in sign-out page signs out',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const user = demoUser(demo, 'margaret')
    await page.goto('/api/auth/signin')
    await typePassword(page, user.username, user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectSignedIn(page, user.name)
    await page.goto('/api/auth/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')
    await expectSignedOut(page)
  },
)
