import type { ReactElement, ReactNode } from 'react'
import { signInAs, signInWith } from '../app/actions.ts'
import { demoUsers } from '../lib/demo-users.ts'
import { setup } from '../lib/setup.ts'
import { BadgeIcon, KeyIcon, MailIcon, PageIcon, PasswordIcon } from './icons.tsx'
import { MailForm } from './mail-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

interface MethodProps {
  readonly icon: ReactElement
  readonly name: string
  readonly text: ReactNode
  readonly tall?: boolean
  readonly children: ReactNode
}

function Method({ icon, name, text, tall = false, children }: MethodProps): ReactElement {
  return (
    <section className={tall ? 'card method tall' : 'card method'}>
      <h3>
        {icon}
        {name}
      </h3>
      <p>{text}</p>
      {children}
    </section>
  )
}

function ProviderButton({ id, children }: { id: string; children: ReactNode }): ReactElement {
  return (
    <form action={signInWith.bind(null, id, undefined)}>
      <button className="button main" type="submit">
        {children}
      </button>
    </form>
  )
}

function DemoUsers(): ReactElement {
  return (
    <ul className="users">
      {demoUsers.map(({ username, password, name, role }) => (
        <li key={username}>
          <div>
            <p>
              <strong>{name}</strong> <span>{role}</span>
            </p>
            <code>{username}</code> <code>{password}</code>
          </div>
          <form action={signInAs.bind(null, username, password)}>
            <button className="button small" type="submit" aria-label={`Sign in as ${name}`}>
              Sign in
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}

function PasskeyMethod(): ReactElement {
  return (
    <Method
      icon={<KeyIcon />}
      name="Passkey"
      text="A key that your device keeps. Sign in another way first, and add one on the account page."
    >
      <PasskeyButton action="authenticate" redirectTo="/">
        Sign in with a passkey
      </PasskeyButton>
    </Method>
  )
}

/** All sign-in methods. */
export function SignInMethods(): ReactElement {
  return (
    <section aria-labelledby="methods">
      <h2 id="methods">Ways to sign in</h2>
      <div className="methods">
        <Method
          icon={<BadgeIcon />}
          name="OpenID Connect"
          text="A signed ID token from Harbour ID, found by discovery. PKCE, state and nonce are checked."
        >
          <ProviderButton id="oidc">Continue with Harbour ID</ProviderButton>
        </Method>
        <Method
          icon={<KeyIcon />}
          name="OAuth 2.0"
          text="No ID token here: Harbour Code hands out an access token, and the profile is asked for."
        >
          <ProviderButton id="oauth">Continue with Harbour Code</ProviderButton>
        </Method>
        <Method
          icon={<PasswordIcon />}
          tall
          name="Password"
          text={
            <>
              By <code>@latchstring/passwords</code>. These two live in the database; or{' '}
              <a href="/api/auth/passwords/sign-up">create an account</a> of your own.
            </>
          }
        >
          <DemoUsers />
          <PasswordForm />
        </Method>
        <Method
          icon={<MailIcon />}
          name="Email"
          text={
            <>
              One mail with a link and a code; either signs you in. Any address will do: it arrives
              in the <a href={setup.mailboxUrl}>mailbox</a>.
            </>
          }
        >
          <MailForm />
        </Method>
        <PasskeyMethod />
        <Method
          icon={<PageIcon />}
          name="Built-in page"
          text="All of the above on the page that comes with the library: localised, no JavaScript."
        >
          <a className="button" href="/api/auth/signin">
            Open the sign-in page
          </a>
        </Method>
      </div>
    </section>
  )
}
