import { AuthGuard, type RegisteredSession, Session } from '@latchstring/nestjs'
import { Controller, Get, UseGuards } from '@nestjs/common'
import { home, members } from './pages.js'

@Controller()
export class AppController {
  @Get()
  home(@Session() session: RegisteredSession | null) {
    return home(session?.user)
  }

  // A page: strangers are sent to the sign-in page, and come back here.
  @UseGuards(AuthGuard)
  @Get('members')
  members(@Session() session: RegisteredSession) {
    return members(session.user)
  }

  // Data: scripts of strangers get 401.
  @UseGuards(AuthGuard)
  @Get('api/me')
  me(@Session() session: RegisteredSession) {
    return { name: session.user?.name }
  }
}
