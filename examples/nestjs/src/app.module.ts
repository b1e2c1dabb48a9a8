import GitHub from '@latchstring/core/providers/github'
import { LatchstringModule } from '@latchstring/nestjs'
import { Module } from '@nestjs/common'
import { AppController } from './app.controller.js'

@Module({
  imports: [LatchstringModule.forRoot({ providers: [GitHub] })],
  controllers: [AppController],
})
export class AppModule {}
