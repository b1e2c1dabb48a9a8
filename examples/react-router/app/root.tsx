import type { ReactNode } from 'react'
import { Outlet, Scripts } from 'react-router'
import type { Route } from './+types/root'
import { middleware as latchstring } from './auth.server'

export const middleware: Route.MiddlewareFunction[] = [latchstring]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Example</title>
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
