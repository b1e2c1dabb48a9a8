import type { RegisteredSession } from '@latchstring/next/react'
import type { AppProps } from 'next/app'
import type { ReactElement } from 'react'
import '../styles/base.css'
import '../styles/parts.css'

export default function App({
  Component,
  pageProps,
}: AppProps<{ session: RegisteredSession | null }>): ReactElement {
  return <Component {...pageProps} />
}
