import { askForMail, expectSignedIn, expectSignedOut, newAddress, openMail } from './src/steps.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

test(
  'the link of a mail opened in another browser asks for confirmation, and then signs in there',
  { tag: '@core' },
  async ({ page, demo, newBrowser }) => {
    const address = newAddress()
    await askForMail(page, address)

    const other = await (await newBrowser()).newPage()
    await openMail(other, demo, address)
    await other.getByRole('link', { name: 'Open the link' }).click()
    await expect(other.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
    await expect(other.getByText(address)).toBeVisible()
    expect((await other.request.get('/api/me')).status()).toBe(401)

    await other.getByRole('button', { name: 'Yes, sign in' }).click()
    await other.waitForURL('/')
    await expectSignedIn(other, address)

    await page.goto('/')
    await expectSignedOut(page)
  },
)

test('the code of a mail signs in when it is typed', { tag: '@core' }, async ({ page, demo }) => {
  const address = newAddress()
  await askForMail(page, address)
  const mailbox = await page.context().newPage()
  await openMail(mailbox, demo, address)
  const code = await mailbox.getByLabel('Code').innerText()

  await page.getByLabel(texts.verifyRequest.code).fill(code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/')
  await expectSignedIn(page, address)
})

test(
  'a wrong code of a mail is refused, and the right one signs in afterwards',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const address = newAddress()
    await askForMail(page, address)
    await page.getByLabel(texts.verifyRequest.code).fill('AAAA-AAAA')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText(texts.verifyRequest.wrongCode)

    const mailbox = await page.context().newPage()
    await openMail(mailbox, demo, address)
    await page
      .getByLabel(texts.verifyRequest.code)
      .fill(await mailbox.getByLabel('Code').innerText())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/')
    await expectSignedIn(page, address)
  },
)

test(
  'the link of a mail signs in once, and a used link keeps the session',
  { tag: '@slow' },
  async ({ page, demo, newBrowser, watch }) => {
    const address = newAddress()
    await askForMail(page, address)
    await openMail(page, demo, address)
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.waitForURL('/')

    watch.allow(/^403 GET .*error=Verification/, /^console error: .* 403 /)
    const other = await (await newBrowser()).newPage()
    for (const again of [other, page]) {
      await openMail(again, demo, address)
      await again.getByRole('link', { name: 'Open the link' }).click()
      await expect(again.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    }
    expect((await other.request.get('/api/me')).status()).toBe(401)
    await page.goto('/')
    await expectSignedIn(page, address)
  },
)

test('the button in a mail signs in, in a new window', { tag: '@slow' }, async ({ page, demo }) => {
  const address = newAddress()
  await askForMail(page, address)
  await openMail(page, demo, address)
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link', { name: 'Sign in', exact: true }).click()
  const popup = await opened
  await popup.waitForURL('/')
  await expectSignedIn(popup, address)
})
