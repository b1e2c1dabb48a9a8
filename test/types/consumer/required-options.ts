/** Options without which a provider does not work. The environment can give issuer and key, so those may be left out. */
import { createAuth } from '@latchstring/core'
import Asgardeo from '@latchstring/core/providers/asgardeo'
import Auth0 from '@latchstring/core/providers/auth0'
import Authelia from '@latchstring/core/providers/authelia'
import Authentik from '@latchstring/core/providers/authentik'
import AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
import Bungie from '@latchstring/core/providers/bungie'
import Casdoor from '@latchstring/core/providers/casdoor'
import Clerk from '@latchstring/core/providers/clerk'
import Cognito from '@latchstring/core/providers/cognito'
import Dex from '@latchstring/core/providers/dex'
import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import Email from '@latchstring/core/providers/email'
import Forgejo from '@latchstring/core/providers/forgejo'
import ForwardEmail from '@latchstring/core/providers/forwardemail'
import Frontegg from '@latchstring/core/providers/frontegg'
import FusionAuth from '@latchstring/core/providers/fusionauth'
import Gitea from '@latchstring/core/providers/gitea'
import IdentityServer4 from '@latchstring/core/providers/identity-server4'
import Kanidm from '@latchstring/core/providers/kanidm'
import Keycloak from '@latchstring/core/providers/keycloak'
import Kinde from '@latchstring/core/providers/kinde'
import Logto from '@latchstring/core/providers/logto'
import Loops from '@latchstring/core/providers/loops'
import MailGun from '@latchstring/core/providers/mailgun'
import Mastodon from '@latchstring/core/providers/mastodon'
import Mattermost from '@latchstring/core/providers/mattermost'
import NetSuite from '@latchstring/core/providers/netsuite'
import Nextcloud from '@latchstring/core/providers/nextcloud'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Okta from '@latchstring/core/providers/okta'
import OneLogin from '@latchstring/core/providers/onelogin'
import OryHydra from '@latchstring/core/providers/ory-hydra'
import Ory from '@latchstring/core/providers/ory'
import Osso from '@latchstring/core/providers/osso'
import Passage from '@latchstring/core/providers/passage'
import PingId from '@latchstring/core/providers/ping-id'
import PocketID from '@latchstring/core/providers/pocket-id'
import Postmark from '@latchstring/core/providers/postmark'
import Rauthy from '@latchstring/core/providers/rauthy'
import Resend from '@latchstring/core/providers/resend'
import SendGrid from '@latchstring/core/providers/sendgrid'
import Shopify from '@latchstring/core/providers/shopify'
import Supabase from '@latchstring/core/providers/supabase'
import UnitedEffects from '@latchstring/core/providers/united-effects'
import ZITADEL from '@latchstring/core/providers/zitadel'

Asgardeo({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Asgardeo({ issuer: 1 })
Auth0({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Auth0({ issuer: 1 })
Authelia({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Authelia({ issuer: 1 })
Authentik({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Authentik({ issuer: 1 })
AzureADB2C({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
AzureADB2C({ issuer: 1 })
BeyondIdentity({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
BeyondIdentity({ issuer: 1 })
SAMLJackson({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
SAMLJackson({ issuer: 1 })
Bungie({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Bungie({ apiKey: 1 })
Casdoor({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Casdoor({ issuer: 1 })
Clerk({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Clerk({ issuer: 1 })
Cognito({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Cognito({ issuer: 1 })
Dex({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Dex({ issuer: 1 })
DuendeIdentityServer6({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
DuendeIdentityServer6({ issuer: 1 })
Forgejo({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Forgejo({ issuer: 1 })
ForwardEmail({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
ForwardEmail({ apiKey: 1 })
ForwardEmail({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
ForwardEmail({ from: 1 })
Frontegg({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Frontegg({ issuer: 1 })
FusionAuth({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
FusionAuth({ issuer: 1 })
Gitea({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Gitea({ issuer: 1 })
IdentityServer4({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
IdentityServer4({ issuer: 1 })
Kanidm({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Kanidm({ issuer: 1 })
Keycloak({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Keycloak({ issuer: 1 })
Kinde({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Kinde({ issuer: 1 })
Logto({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Logto({ issuer: 1 })
MailGun({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
MailGun({ apiKey: 1 })
MailGun({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
MailGun({ from: 1 })
Mastodon({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Mastodon({ issuer: 1 })
Mattermost({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Mattermost({ issuer: 1 })
Nextcloud({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Nextcloud({ issuer: 1 })
Okta({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Okta({ issuer: 1 })
OneLogin({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
OneLogin({ issuer: 1 })
OryHydra({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
OryHydra({ issuer: 1 })
Ory({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Ory({ issuer: 1 })
Osso({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Osso({ issuer: 1 })
Passage({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Passage({ issuer: 1 })
PingId({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
PingId({ issuer: 1 })
PocketID({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
PocketID({ issuer: 1 })
Postmark({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Postmark({ apiKey: 1 })
Postmark({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Postmark({ from: 1 })
Rauthy({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Rauthy({ issuer: 1 })
Resend({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Resend({ apiKey: 1 })
Resend({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Resend({ from: 1 })
SendGrid({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
SendGrid({ apiKey: 1 })
SendGrid({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
SendGrid({ from: 1 })
Supabase({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Supabase({ issuer: 1 })
UnitedEffects({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
UnitedEffects({ issuer: 1 })
ZITADEL({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
ZITADEL({ issuer: 1 })

// What the environment cannot give has to stand in the code.
NetSuite({ accountID: '1234567', userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `accountID` is missing
NetSuite({ userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `userinfo` is missing
NetSuite({ accountID: '1234567' })
// @ts-expect-error -- both are missing
NetSuite()
Shopify({ shop: 'shop.example.com' })
// @ts-expect-error -- `shop` is missing
Shopify({ clientId: 'id' })
Loops({ transactionalId: 'id' })
Loops({ sendVerificationRequest: () => undefined })
// @ts-expect-error -- `transactionalId` is missing
Loops({ apiKey: 'key' })
for (const Smtp of [Nodemailer, Email]) {
  Smtp({ server: 'smtp://mail.example.com', from: 'App <app@example.com>' })
  Smtp({ sendVerificationRequest: () => undefined })
  // @ts-expect-error -- `server` is missing
  Smtp({ from: 'App <app@example.com>' })
  // @ts-expect-error -- `from` is missing
  Smtp({ server: 'smtp://mail.example.com' })
}
// @ts-expect-error -- a factory that needs options cannot be passed without a call
createAuth({ providers: [NetSuite] })
// @ts-expect-error -- the same
createAuth({ providers: [Nodemailer] })
