import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.js'

const app = await NestFactory.create(AppModule)
const { HOST = '0.0.0.0', PORT = '3000' } = process.env

await app.listen(Number(PORT), HOST)
