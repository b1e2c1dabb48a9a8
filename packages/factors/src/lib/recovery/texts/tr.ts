import type { RecoveryTexts } from './en.ts'

export const tr: RecoveryTexts = {
  locale: 'tr',
  lostBoth: 'Uygulamamı ve yedek kodlarımı kaybettim',
  lostTitle: 'Kaybedilen uygulamayı değiştir',
  lostLead:
    'Size e-postayla bir bağlantı göndereceğiz. Bağlantıyı açtıktan sonra bir bekleme süresi başlar. Yeni uygulamayı şu tarihten itibaren kurabilirsiniz: {date}.',
  lostTold:
    'Oturumu açık her tarayıcı isteği gösterir ve iptal edebilir. Uygulamanızla veya bir yedek kodla oturum açmak da isteği iptal eder.',
  lostSend: 'Bana bağlantı gönder',
  lostSent: 'E-postanıza bakın. Bağlantıyı açın veya kodu buraya girin.',
  lostByMail:
    'E-postayla oturum açtınız. Uygulamanızı değiştirmek için başka bir oturum açma yöntemi kullanın.',
  lostConfirm:
    'Yeni uygulamayı şu tarihten itibaren kurabilirsiniz: {date}. O zamana kadar eski uygulamalarınız ve yedek kodlarınız çalışır.',
  proofSubject: 'Uygulamanızı kaybettiğinizi onaylayın',
  proofLead:
    'Biri hesabınızda oturum açtı ve kimlik doğrulama uygulamasıyla yedek kodların kaybedildiğini bildirdi. Siz değil miydiniz? Bağlantıyı kullanmayın ve parolanızı değiştirin.',
  proofButton: 'Devam et',
  proofIgnore: 'Bağlantıyı ve kodu kimseyle paylaşmayın.',
  request: 'Yeni uygulama iste',
  running:
    'Yeni bir kimlik doğrulama uygulaması istendi. Kurmak için şu tarihten itibaren oturum açın: {date}. Eski uygulamalarınız ve yedek kodlarınız o zaman çalışmaz olur.',
  askedSubject: 'Hesabınız için yeni bir kimlik doğrulama uygulaması istendi',
  cancel: 'İsteği iptal et',
  cancelNone: 'Süren bir yeni uygulama isteği yok.',
  cancelledSubject: 'Yeni kimlik doğrulama uygulaması isteği iptal edildi',
  replaceTitle: 'Yeni uygulama kur',
  replaceLead:
    'Eski uygulamalarınız ve yedek kodlarınız çalışmaz olur ve tüm tarayıcılarda oturum kapatılır.',
  foundLead:
    'Uygulamanız veya bir yedek kodunuz hâlâ sizde mi? Oturum açmak için bir kod girin. İstek o zaman iptal edilir.',
  foundCode: '6 haneli kod veya yedek kod',
  replacedLead:
    'Uygulamanız değiştirildi ve tüm tarayıcılarda oturum kapatıldı. Yeni uygulamanızla oturum açın.',
  signIn: 'Oturum aç',
  replacedSubject: 'Kimlik doğrulama uygulamanız ve yedek kodlarınız değiştirildi',
}
