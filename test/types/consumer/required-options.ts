/** Options without which a provider does not work. The environment can give a key, so that may be left out; for issuers, see `required-issuers.ts`. */
import { createAuth } from '@latchstring/core'
import Bungie from '@latchstring/core/providers/bungie'
import Email from '@latchstring/core/providers/email'
import ForwardEmail from '@latchstring/core/providers/forwardemail'
import Loops from '@latchstring/core/providers/loops'
import MailGun from '@latchstring/core/providers/mailgun'
import NetSuite from '@latchstring/core/providers/netsuite'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import NotionProvider from '@latchstring/core/providers/notion'
import Postmark from '@latchstring/core/providers/postmark'
import Resend from '@latchstring/core/providers/resend'
import SendGrid from '@latchstring/core/providers/sendgrid'
import Shopify from '@latchstring/core/providers/shopify'

// The contract has `{}` compile: what is missing then is an error when the configuration is resolved, which the tests of
// each provider assert. What the types can refuse is something else than a text, `undefined` among it.
Bungie({})
Bungie({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Bungie({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Bungie({ apiKey: undefined })
ForwardEmail({})
ForwardEmail({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
ForwardEmail({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
ForwardEmail({ apiKey: undefined })
ForwardEmail({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
ForwardEmail({ from: 1 })
ForwardEmail({ from: undefined })
MailGun({})
MailGun({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
MailGun({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
MailGun({ apiKey: undefined })
MailGun({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
MailGun({ from: 1 })
MailGun({ from: undefined })
NotionProvider({})
NotionProvider({ redirectUri: 'https://app.example.com/auth/callback/notion' })
// @ts-expect-error -- `redirectUri` is a text
NotionProvider({ redirectUri: 1 })
// @ts-expect-error -- `redirectUri` is not there, or it is a text
NotionProvider({ redirectUri: undefined })
Postmark({})
Postmark({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Postmark({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Postmark({ apiKey: undefined })
Postmark({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Postmark({ from: 1 })
Postmark({ from: undefined })
Resend({})
Resend({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Resend({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Resend({ apiKey: undefined })
Resend({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Resend({ from: 1 })
Resend({ from: undefined })
SendGrid({})
SendGrid({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
SendGrid({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
SendGrid({ apiKey: undefined })
SendGrid({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
SendGrid({ from: 1 })
SendGrid({ from: undefined })

// What the environment cannot give has to be in the code.
NetSuite({ accountID: '1234567', userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `accountID` is missing
NetSuite({ userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `userinfo` is missing
NetSuite({ accountID: '1234567' })
// @ts-expect-error -- both are missing
NetSuite()
// @ts-expect-error -- both are missing
NetSuite({})
// @ts-expect-error -- `accountID` is a text
NetSuite({ accountID: undefined, userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `userinfo` is an address
NetSuite({ accountID: '1234567', userinfo: undefined })
Shopify({ shop: 'shop.example.com' })
// @ts-expect-error -- `shop` is missing
Shopify({ clientId: 'id' })
// @ts-expect-error -- `shop` is missing
Shopify({})
// @ts-expect-error -- `shop` is a text
Shopify({ shop: undefined })
Loops({ transactionalId: 'id' })
Loops({ sendVerificationRequest: () => undefined })
// @ts-expect-error -- `transactionalId` is missing
Loops({ apiKey: 'key' })
// @ts-expect-error -- `transactionalId` is missing
Loops({})
// @ts-expect-error -- `transactionalId` is a text
Loops({ transactionalId: undefined })
Loops({ transactionalId: 'id', apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Loops({ transactionalId: 'id', apiKey: undefined })
for (const Smtp of [Nodemailer, Email]) {
  Smtp({ server: 'smtp://mail.example.com', from: 'App <app@example.com>' })
  Smtp({ sendVerificationRequest: () => undefined })
  // @ts-expect-error -- `server` is missing
  Smtp({ from: 'App <app@example.com>' })
  // @ts-expect-error -- `from` is missing
  Smtp({ server: 'smtp://mail.example.com' })
  // @ts-expect-error -- both are missing
  Smtp({})
  // Variables of the environment, of which the start says that they are not set.
  Smtp({ server: process.env['SERVER'], from: process.env['FROM'] })
  // @ts-expect-error -- `from` is a text
  Smtp({ server: 'smtp://mail.example.com', from: 1 })
}
// @ts-expect-error -- a factory that needs options cannot be passed without a call
createAuth({ providers: [NetSuite] })
// @ts-expect-error -- the same
createAuth({ providers: [Nodemailer] })
