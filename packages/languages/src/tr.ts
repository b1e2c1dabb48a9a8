import type { LanguageTexts } from '@latchstring/core/types'

/** Turkish. Its key in `texts` is `tr`. */
export const tr: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Ana sayfaya git',
    toSignIn: 'Oturum açma sayfasına git',
    reference: 'Başvuru numarası: {ref}',
  },
  signIn: {
    title: 'Oturum aç',
    to: '{host} sitesine devam etmek için',
    continueWith: '{name} ile devam et',
    or: 'veya',
    email: 'E-posta adresi',
    emailExample: 'ad@example.com',
    sendLink: 'Bana oturum açma bağlantısı gönder',
    submit: 'Oturum aç',
    unsupported: '{name} ile oturum açma bu tarayıcıda çalışmıyor.',
    none: 'Burada henüz bir oturum açma yöntemi ayarlanmadı.',
    code: 'Kod: {code}',
    lastUsed: 'Son kullanılan',
    showPassword: 'Parolayı göster',
    passkey: 'Geçiş anahtarıyla oturum aç',
    unknown: 'Bu oturum açma yöntemi burada yok. Lütfen başka bir yöntem seçin.',
  },
  fields: {
    username: 'Kullanıcı adı',
    password: 'Parola',
    code: 'Kod',
    oneTimeCode: 'Tek kullanımlık kod',
    name: 'Ad',
    phone: 'Telefon numarası',
  },
  signInErrors: {
    Signin: 'Oturumunuz açılamadı. Yeniden deneyin veya başka bir oturum açma yöntemi seçin.',
    OAuthSignin:
      'Bu hizmetle oturum açma başlatılamadı. Biraz bekleyip yeniden deneyin veya başka bir yöntem seçin.',
    OAuthCallbackError:
      'Hizmet, oturum açma işleminizi onaylamadı. Yeniden deneyin veya başka bir oturum açma yöntemi seçin.',
    OAuthCreateAccount:
      'Hizmet kimliğinizi onayladı ancak burada sizin için hesap oluşturulamadı. Yeniden deneyin veya başka bir oturum açma yöntemi seçin.',
    EmailCreateAccount:
      'Bu e-posta adresi için hesap oluşturulamadı. Yeniden deneyin veya başka bir adres kullanın.',
    Callback: 'Oturumunuz açılırken bir sorun oluştu. Lütfen bu sayfadan yeniden başlayın.',
    OAuthAccountNotLinked:
      'Bu e-posta adresiyle zaten bir hesap var. Hesabın size ait olduğunu bilmemiz için daha önce kullandığınız yöntemle oturum açın.',
    EmailSignin:
      'E-posta gönderilemedi. Adreste yazım hatası olup olmadığını denetleyip yeniden deneyin.',
    CredentialsSignin:
      'Girdiğiniz bilgiler hiçbir hesapla eşleşmiyor. Bilgileri denetleyip yeniden deneyin.',
    SessionRequired: 'O sayfayı açmak için lütfen oturum açın.',
  },
  present: {
    named: '{name} olarak oturum açtınız.',
    unnamed: 'Oturumunuz açık.',
    other: 'Başka bir hesap kullan',
  },
  signInReasons: {
    cancelled: 'Oturum açmayı iptal ettiniz. Dilediğiniz zaman yeniden deneyebilirsiniz.',
    expired: 'İşlem çok uzun sürdü veya başka bir tarayıcıda başlatıldı. Lütfen yeniden başlayın.',
    ours: 'Bizim tarafımızda bir şey çalışmıyor; hata sizde değil. Başka bir oturum açma yöntemi seçin veya daha sonra yeniden deneyin.',
    service:
      'Seçtiğiniz hizmet şu anda düzgün yanıt vermiyor. Birkaç dakika sonra yeniden deneyin veya başka bir oturum açma yöntemi seçin.',
    'other-way':
      'Hizmet ihtiyacımız olan bilgilerin tümünü iletmediği için bu yöntemle oturumunuzu açamıyoruz. Lütfen başka bir oturum açma yöntemi seçin.',
  },
  signOut: {
    title: 'Oturumu kapat',
    question: 'Bu tarayıcıda oturumu kapatmak istiyor musunuz?',
    submit: 'Oturumu kapat',
    stay: 'Oturumu açık tut',
    nobody: 'Burada açık bir oturumunuz yok.',
  },
  error: {
    Configuration: {
      title: 'Oturum açma kullanılamıyor',
      message: 'Bu web sitesi doğru ayarlanmamış. Hata sizde değil.',
      advice: 'Daha sonra yeniden deneyin. Sorun sürerse lütfen siteyi yönetenlere bildirin.',
    },
    AccessDenied: {
      title: 'Erişim yok',
      message: 'Bu hesabın burada oturum açmasına izin verilmiyor.',
      advice: 'Başka bir hesapla oturum açın veya siteyi yönetenlerden erişim isteyin.',
    },
    Verification: {
      title: 'Bu bağlantı artık geçerli değil',
      message: 'Süresi dolmuş, daha önce kullanılmış veya eksik.',
      advice: 'Oturum açma sayfasından yeni bir bağlantı isteyin.',
    },
    Default: {
      title: 'Bir sorun oluştu',
      message: 'Oturumunuz açılamadı.',
      advice: 'Oturum açma sayfasından yeniden başlayın.',
    },
  },
  verifyRequest: {
    title: 'E-postanıza bakın',
    sentTo: '{address} adresine bir ileti gönderildi. Oturum açmak için içindeki bağlantıyı açın.',
    sent: 'Size bir ileti gönderildi. Oturum açmak için içindeki bağlantıyı açın.',
    code: 'İletideki kod',
    codeHint: 'Boşluklar, tireler ve küçük harfler fark etmez.',
    submit: 'Oturum aç',
    wrongCode: 'Bu kod yanlış veya artık geçerli değil. En yeni iletidekiyle karşılaştırın.',
    attemptsLeft: 'Kalan deneme: {count}',
    nothingThere: 'Birkaç dakika sonra hâlâ bir şey yok mu? Spam klasörüne bakın.',
    again: 'Yeniden dene veya başka bir adres kullan',
  },
  confirmLink: {
    title: 'Bu siz misiniz?',
    question: '{address} olarak oturum açmak üzeresiniz.',
    reason:
      'Bağlantının bu tarayıcıda istendiği kesin değil; lütfen burada oturum açmak istediğinizi onaylayın.',
    submit: 'Evet, oturum aç',
    notMe:
      'Bu sizin adresiniz değil mi veya bunu siz istemediniz mi? Öyleyse bu sayfayı kapatın: henüz hiçbir şey olmadı.',
  },
  continueSignIn: {
    title: 'Bir adım daha',
    message: '{name} sayfasından döndünüz. Tamamlamak için buradan devam edin.',
    submit: 'Devam et',
    notMe: 'Bunu siz istemediniz mi? Öyleyse bu sayfayı kapatın: henüz hiçbir şey olmadı.',
  },
  endSession: {
    title: 'Buradaki oturumunuz kapatıldı',
    message: '{name} oturumunuz hâlâ açık. Onu da kapatmak için devam edin.',
    submit: '{name} sayfasına devam et',
    stay: 'Oradaki oturumu açık tut',
  },
  signedOut: {
    title: 'Burada hiçbir şey değişmedi',
    message:
      'Bu oturum kapatma işlemi bu tarayıcıda başlatılmadı veya üzerinden on dakikadan fazla geçti.',
  },
  devices: {
    title: 'Oturumunuzun açık olduğu yerler',
    lead: 'Artık gerekmeyen veya tarayıcısını tanımadığınız her yerde oturumu kapatın.',
    here: 'Bu tarayıcı',
    unknown: 'Bilinmeyen tarayıcı',
    browserOn: '{system} üzerinde {browser}',
    signedIn: 'Oturum açılışı: {when}',
    signedInWith: '{name} ile oturum açılışı: {when}',
    lastSeen: 'Son etkinlik: {when}',
    signOut: 'Oturumu kapat',
    others: 'Diğer her yerde oturumu kapat',
    all: 'Her yerde oturumu kapat',
  },
  account: {
    title: 'Oturum açma yöntemleriniz',
    lead: 'Artık kullanmadıklarınızı kaldırın. Son yöntem kalır.',
    synced: 'Eşitlenen geçiş anahtarı',
    oneDevice: 'Tek cihazdaki geçiş anahtarı',
    mail: 'E-postayla bağlantı',
    remove: 'Kaldır',
    rename: 'Yeniden adlandır',
    name: 'Geçiş anahtarının adı',
    save: 'Kaydet',
    only: 'Bu tek oturum açma yönteminiz olduğu için kaldırılamaz.',
  },
  ended: {
    'ended-by-user': 'Buradaki oturumunuz başka bir cihazdan kapatıldı.',
    'signed-out-everywhere':
      'Tüm cihazlarda oturumun kapatılması istendiği için oturumunuz kapatıldı.',
    'password-changed': 'Parola değiştirildiği için oturumunuz kapatıldı.',
    'email-changed': 'E-posta adresi değiştirildiği için oturumunuz kapatıldı.',
    'account-unlinked': 'Bir oturum açma yöntemi kaldırıldığı için oturumunuz kapatıldı.',
    'passkey-removed': 'Bir geçiş anahtarı kaldırıldığı için oturumunuz kapatıldı.',
    admin: 'Bu siteyi yönetenler oturumunuzu kapattı.',
    'back-channel':
      'Oturum açmak için kullandığınız hizmetten çıktığınız için oturumunuz kapatıldı.',
    'secret-leak': 'Güvenlik nedeniyle herkesin oturumu kapatıldı. Lütfen yeniden oturum açın.',
    other: 'Oturumunuz sona erdi. Lütfen yeniden oturum açın.',
  },
  problem: {
    400: {
      title: 'İşlem başarısız oldu',
      message:
        'İsteğin bir bölümü eksikti veya okunamadı. Geri dönün, sayfayı yenileyin ve yeniden deneyin.',
    },
    403: {
      title: 'İstek reddedildi',
      message:
        'Sayfa çok uzun süre açık kalmış veya istek başka bir yerden gönderilmiş olabilir. Geri dönün, sayfayı yenileyin ve yeniden deneyin.',
    },
    404: {
      title: 'Sayfa bulunamadı',
      message:
        'Bu adreste bir şey yok. Adreste yazım hatası olup olmadığını denetleyin veya ana sayfadan başlayın.',
    },
    405: {
      title: 'Bu şekilde yapılamaz',
      message: 'Bu adres doğrudan açılamaz. Lütfen ana sayfadan başlayın.',
    },
    413: {
      title: 'Çok fazla veri',
      message:
        'Burada kabul edilebilecek olandan fazlası gönderildi. Girdiğinizi kısaltıp yeniden deneyin.',
    },
    415: {
      title: 'Bilinmeyen biçim',
      message: 'Gönderilen burada okunamıyor. Geri dönün ve sayfadaki formu kullanın.',
    },
    429: {
      title: 'Çok fazla deneme',
      message: 'Lütfen birkaç dakika bekleyin, sonra yeniden deneyin.',
    },
    500: {
      title: 'Bizde bir sorun oluştu',
      message: 'Beklenmeyen bir hata oluştu. Lütfen birazdan yeniden deneyin.',
    },
    503: {
      title: 'Şu anda kullanılamıyor',
      message:
        'Sistemimizin bir bölümüne ulaşamıyoruz. Oturumunuz kapatılmadı; birazdan yeniden deneyin.',
    },
  },
  mail: {
    subject: '{host} sitesinde oturum açın',
    button: 'Oturum aç',
    link: 'Düğme çalışmazsa bu adresi tarayıcınıza kopyalayın:',
    code: 'Veya oturum açmak istediğiniz sayfaya bu kodu yazın:',
    validity: 'Bağlantı ve kod bir kez, {minutes} dk. boyunca geçerlidir.',
    ignore:
      'Bu iletiyi siz istemediyseniz yok sayabilirsiniz. Bağlantı veya kod olmadan kimse oturum açamaz.',
  },
}
