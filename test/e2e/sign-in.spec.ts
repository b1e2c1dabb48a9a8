import {
  ADA,
  ALAN,
  askForMail,
  demoUser,
  expectSignedIn,
  expectSignedOut,
  newAddress,
  openMail,
  signInAtProvider,
  signInByPassword,
  typePassword,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

test(
  'the demo runs with the configured store and strategy',
  { tag: '@core' },
  async ({ page, setup }) => {
    await page.goto('/')
    await expect(page.getByTestId('strategy')).toHaveText(setup.strategy)
    await expect(page.getByTestId('store')).toHaveText(setup.store)
    await expectSignedOut(page)
  },
)

test('a person signs in with OpenID Connect, and out again', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await signInAtProvider(page, ADA)
  await page.waitForURL('/')
  await expect(page.getByTestId('status')).toHaveText('Signed in')
  await expectSignedIn(page, ADA.name)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByTestId('status')).toHaveText('Signed out')
  await expectSignedOut(page)
})

test('a person signs in with plain OAuth', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with Harbour Code' }).click()
  await signInAtProvider(page, ALAN)
  await page.waitForURL('/')
  await expectSignedIn(page, ALAN.name)
})

test('a person signs in with user name and password', { tag: '@core' }, async ({ page, demo }) => {
  const { username, password, name } = demoUser(demo, 'margaret')
  await page.goto('/')
  await typePassword(page, username, password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await expect(page.getByTestId('status')).toHaveText('Signed in')
  await expectSignedIn(page, name)
})

test(
  'a wrong password is reported in the form of the application',
  { tag: '@core' },
  async ({ page, demo }) => {
    const { username } = demoUser(demo, 'margaret')
    await page.goto('/')
    await typePassword(page, username, 'wrong')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(
      page.getByText('This user name and password do not belong together.'),
    ).toBeVisible()
    await expect(page.getByLabel('User name')).toHaveValue(username)
    await expectSignedOut(page)
  },
)

test(
  'a wrong password is reported on the built-in page, and the right one works there',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const user = demoUser(demo, 'katherine')
    await page.goto('/api/auth/signin?callbackUrl=/members')
    await typePassword(page, user.username, 'wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Incorrect email, username or password.')
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=CredentialsSignin/)

    await typePassword(page, user.username, user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/members')
    await expectSignedIn(page, user.name)
  },
)

test(
  'the link of a mail signs in in the browser that requested it',
  { tag: '@core' },
  async ({ page, demo }) => {
    const address = newAddress()
    await askForMail(page, address)
    await expect(page.getByText(address)).toBeVisible()
    await openMail(page, demo, address)
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.waitForURL('/')
    await expectSignedIn(page, address)
  },
)

test(
  'the last of several sign-ins decides who is signed in',
  { tag: '@slow' },
  async ({ page, demo }) => {
    await signInByPassword(page, demoUser(demo, 'margaret'))
    await signInByPassword(page, demoUser(demo, 'katherine'))
    await expectSignedIn(page, 'Katherine Johnson')
  },
)

test(
  'a person who denies at the provider gets an error with a reference',
  { tag: '@core' },
  async ({ page, demo }) => {
    await page.goto('/protected')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
    await page.getByRole('button', { name: ADA.name }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=OAuthCallbackError/)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(texts.signInReasons.cancelled)
    const reference = await alert.locator('code').innerText()
    expect(reference).toMatch(/^[A-Z0-9]{8}$/)
    expect(demo.takeLog()).toContain(reference)

    // The way on is still known: another try leads to the page that was wanted.
    await page.getByRole('button', { name: 'Continue with Harbour Code' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/protected')
    await expectSignedIn(page, ADA.name)
  },
)
