import type { LanguageTexts } from '@latchstring/core/types'

/** Turkish. Its key in `texts` is `tr`. */
export const tr: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Ana sayfaya git',
    toSignIn: 'Oturum açmaya dön',
    reference: 'Başvuru numarası: {ref}',
    labelled: '{action}: {name}',
    retryAfter: '{duration} sonra yeniden deneyin.',
    notYou: 'Bunu siz yapmadıysanız site yöneticisine başvurun.',
  },
  signIn: {
    title: 'Oturum aç',
    to: 'devam etmek için: {host}',
    continueWith: '{name} ile devam et',
    or: 'veya',
    email: 'E-posta adresi',
    emailExample: 'ad@example.com',
    sendLink: 'E-posta ile devam et',
    submit: 'Oturum aç',
    unsupported:
      'Bu tarayıcı {name} ile oturum açmayı desteklemiyor. Başka bir oturum açma yöntemi kullanın.',
    none: 'Oturum açma henüz ayarlanmadı.',
    code: 'Hata kodu: {code}',
    lastUsed: 'Son kullanılan',
    showPassword: 'Parolayı göster',
    passkey: 'Geçiş anahtarıyla oturum aç',
    unknown: 'Bu oturum açma yöntemi kullanılamıyor. Başka bir yöntem seçin.',
    wrongEmailOrPassword: 'E-posta adresi veya parola yanlış.',
    wrongUsernameOrPassword: 'Kullanıcı adı veya parola yanlış.',
    unsupportedPasskey:
      'Bu tarayıcı geçiş anahtarlarını desteklemiyor. Tarayıcıyı güncelleyin veya başka bir oturum açma yöntemi kullanın.',
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
    Signin: 'Oturumunuz açılamadı. Yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    OAuthSignin:
      'Bu hizmete bağlanılamadı. Birazdan yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    OAuthCallbackError:
      'Hizmet, oturum açma işlemini tamamlamadı. Yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    OAuthCreateAccount:
      'Hesabınız oluşturulamadı. Yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    EmailCreateAccount:
      'Hesabınız oluşturulamadı. Yeniden deneyin veya başka bir e-posta adresi kullanın.',
    Callback: 'Oturumunuz açılırken bir sorun oluştu. Yeniden deneyin.',
    OAuthAccountNotLinked:
      'Bu e-posta adresi zaten başka bir oturum açma yöntemiyle kullanılıyor. O yöntemle oturum açın.',
    EmailSignin: 'E-posta gönderilemedi. Adresi kontrol edip yeniden deneyin.',
    CredentialsSignin: 'Oturum açma bilgileri yanlış. Kontrol edip yeniden deneyin.',
    SessionRequired: 'Devam etmek için oturum açın.',
  },
  providerErrors: {
    OAuthSignin:
      '{name} hizmetine bağlanılamadı. Birazdan yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    OAuthCallbackError:
      '{name} oturum açma işlemini tamamlamadı. Yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    service:
      '{name} yanıt vermiyor. Birkaç dakika sonra yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    'other-way':
      '{name} oturum açmak için gereken her şeyi paylaşmadı. Başka bir oturum açma yöntemi kullanın.',
  },
  present: {
    named: '{name} olarak oturum açtınız.',
    unnamed: 'Oturumunuz açık.',
    other: 'Başka bir hesap kullan',
  },
  signInReasons: {
    cancelled:
      'Oturum açma iptal edildi. Yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    expired:
      'Bu oturum açma işleminin süresi doldu veya işlem başka bir tarayıcıda başlatıldı. Yeniden deneyin.',
    ours: 'Bir sorun oluştu. Daha sonra yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    service:
      'Hizmet yanıt vermiyor. Birkaç dakika sonra yeniden deneyin veya başka bir oturum açma yöntemi kullanın.',
    'other-way':
      'Hizmet, oturum açmak için gereken her şeyi paylaşmadı. Başka bir oturum açma yöntemi kullanın.',
    removed: 'Bu geçiş anahtarı hesabınızdan kaldırıldı. Başka bir oturum açma yöntemi kullanın.',
    'step-up': 'Devam etmek için yeniden oturum açın. Bu, hesabınızı korur.',
  },
  signOut: {
    title: 'Oturumu kapat',
    question: 'Oturumu kapatmak istediğinizden emin misiniz?',
    submit: 'Oturumu kapat',
    stay: 'Oturumu açık tut',
    nobody: 'Açık bir oturumunuz yok.',
  },
  error: {
    Configuration: {
      title: 'Oturum açma kullanılamıyor',
      message: 'Bu sitenin ayarlarında bir sorun var.',
      advice: 'Daha sonra yeniden deneyin. Sorun sürerse site yöneticisine başvurun.',
    },
    AccessDenied: {
      title: 'Erişiminiz yok',
      message: 'Bu hesapla bu sitede oturum açılamaz.',
      advice: 'Başka bir hesap kullanın veya site yöneticisinden erişim isteyin.',
    },
    Verification: {
      title: 'Bu bağlantı artık geçerli değil',
      message: 'Süresi dolmuş veya daha önce kullanılmış olabilir.',
      advice: 'Yeni bir bağlantı almak için yeniden oturum açın.',
    },
    Default: {
      title: 'Bir sorun oluştu',
      message: 'Oturumunuz açılamadı.',
      advice: 'Yeniden oturum açmayı deneyin.',
    },
  },
  verifyRequest: {
    title: 'E-postanızı kontrol edin',
    sentTo:
      '{address} adresine bir e-posta gönderdik. İçindeki bağlantıyı açın veya aşağıya kodu girin.',
    sent: 'Size bir e-posta gönderdik. Oturum açmak için içindeki bağlantıyı açın.',
    linkSentTo:
      '{address} adresine bir e-posta gönderdik. Oturum açmak için içindeki bağlantıyı açın.',
    code: 'E-postadaki kod',
    codeHint: '8 harf ve rakam. Tire ve büyük harf zorunlu değildir.',
    submit: 'Oturum aç',
    wrongCode: 'Bu kod yanlış veya süresi dolmuş. En son e-postaya bakıp yeniden deneyin.',
    attemptsLeft: 'Kalan deneme: {count}',
    nothingThere: 'E-posta gelmedi mi? Spam klasörünüze bakın.',
    again: 'Yeniden gönder veya başka bir e-posta kullan',
  },
  confirmLink: {
    title: 'Bu siz misiniz?',
    question: '{address} olarak oturum açıyorsunuz.',
    reason:
      'Bu bağlantı başka bir tarayıcıda istenmiş olabilir. Burada oturum açmak istediğinizi onaylayın.',
    submit: 'Evet, oturum aç',
    notMe:
      'Bu sizin e-posta adresiniz değil mi veya bunu siz istemediniz mi? Bu sayfayı kapatırsanız oturum açılmaz.',
  },
  continueSignIn: {
    title: 'Bir adım daha',
    message: '{name} ile oturum açmayı tamamlamak için devam edin.',
    submit: 'Devam et',
    notMe: 'Bunu siz istemediniz mi? Bu sayfayı kapatırsanız oturum açılmaz.',
  },
  keptForm: {
    title: 'Formunuz hâlâ burada',
    message: 'Doldurduklarınız henüz gönderilmedi.',
    submit: 'Formu gönder',
    discard: 'Gönderme',
  },
  endSession: {
    title: 'Oturumunuz kapatıldı',
    message: '{name} oturumunuz hâlâ açık. Onu da kapatmak ister misiniz?',
    submit: '{name} oturumunu kapat',
    stay: '{name} oturumunu açık tut',
  },
  signedOut: {
    title: 'Oturum kapatma süresi doldu',
    message:
      'İşlem başka bir tarayıcıda veya on dakikadan uzun süre önce başlatıldı. Hiçbir şey değişmedi.',
  },
  devices: {
    title: 'Açık oturumlarınız',
    lead: 'Tanımadığınız veya artık kullanmadığınız tarayıcılarda oturumu kapatın.',
    here: 'Bu tarayıcı',
    unknown: 'Bilinmeyen tarayıcı',
    browserOn: '{system} üzerinde {browser}',
    signedIn: 'Oturum açılışı: {when}',
    signedInWith: '{name} ile oturum açılışı: {when}',
    lastSeen: 'Son etkinlik: {when}',
    signOut: 'Oturumu kapat',
    others: 'Diğer oturumları kapat',
    all: 'Tüm oturumları kapat',
    now: 'Şu anda etkin',
  },
  account: {
    title: 'Oturum açma yöntemleri',
    lead: 'Artık kullanmadıklarınızı kaldırın. En az bir yöntem kalmalıdır.',
    synced: 'Eşitlenen geçiş anahtarı',
    oneDevice: 'Tek cihazdaki geçiş anahtarı',
    mail: 'E-posta bağlantısı',
    remove: 'Kaldır',
    rename: 'Yeniden adlandır',
    name: 'Geçiş anahtarının adı',
    save: 'Kaydet',
    only: 'Tek oturum açma yönteminizi kaldıramazsınız.',
    unused:
      'Henüz kullanılmadı. Diğer oturum açma yöntemlerinizi kaldırmadan önce bununla bir kez oturum açın.',
    accounts: 'Bağlı hesaplar',
    passkeys: 'Geçiş anahtarları',
    noPasskeys: 'Henüz geçiş anahtarı yok.',
    removed: 'Kaldırıldı.',
    renamed: 'Ad kaydedildi.',
    signedOut: 'Oturum kapatıldı.',
    tooLongAgo: 'Hesabınızı korumak için bu değişiklikten önce yeniden oturum açın.',
    failed: 'İşlem başarısız oldu. Yeniden deneyin.',
  },
  ended: {
    'ended-by-user': 'Oturumunuz başka bir cihazdan kapatıldı.',
    'signed-out-everywhere': 'Oturumunuz tüm cihazlarda kapatıldı. Yeniden oturum açın.',
    'password-changed':
      'Parolanız değiştirildiği için oturumunuzu kapattık. Yeni parolayla oturum açın.',
    'email-changed':
      'E-posta adresiniz değiştirildiği için oturumunuzu kapattık. Yeniden oturum açın.',
    'account-unlinked':
      'Bir oturum açma yöntemi kaldırıldığı için oturumunuzu kapattık. Yeniden oturum açın.',
    'passkey-removed':
      'Bir geçiş anahtarı kaldırıldığı için oturumunuzu kapattık. Yeniden oturum açın.',
    'factor-added': 'İki adımlı doğrulama açıldığı için oturumunuzu kapattık. Yeniden oturum açın.',
    'factor-removed':
      'Bir iki adımlı doğrulama yöntemi kaldırıldığı için oturumunuzu kapattık. Yeniden oturum açın.',
    'recovery-used': 'Hesabınız kurtarıldığı için oturumunuzu kapattık. Yeniden oturum açın.',
    admin: 'Bir yönetici oturumunuzu kapattı. Yeniden oturum açın.',
    'back-channel':
      'Oturum açmak için kullandığınız hizmetten çıktığınız için bu sitedeki oturumunuzu da kapattık.',
    'secret-leak': 'Hesapları korumak için tüm oturumları kapattık. Yeniden oturum açın.',
    other: 'Oturumunuz sona erdi. Yeniden oturum açın.',
  },
  problem: {
    400: {
      title: 'İstek işlenemedi',
      message: 'Geri dönün, sayfayı yenileyin ve yeniden deneyin.',
    },
    403: {
      title: 'Bu sayfanın süresi doldu',
      message: 'Geri dönün, sayfayı yenileyin ve yeniden deneyin.',
    },
    404: {
      title: 'Sayfa bulunamadı',
      message: 'Adresi kontrol edin veya ana sayfadan başlayın.',
    },
    405: {
      title: 'Bu sayfa doğrudan açılamaz',
      message: 'Ana sayfadan başlayın.',
    },
    413: {
      title: 'Girilen metin çok uzun',
      message: 'Girdiğinizi kısaltıp yeniden deneyin.',
    },
    415: {
      title: 'Gönderilen okunamadı',
      message: 'Geri dönün ve sayfadaki formu kullanın.',
    },
    429: {
      title: 'Çok fazla deneme',
      message: 'Birkaç dakika bekleyin, sonra yeniden deneyin.',
    },
    500: {
      title: 'Bir sorun oluştu',
      message: 'Sorun bizden kaynaklanıyor. Birazdan yeniden deneyin.',
    },
    503: {
      title: 'Geçici olarak kullanılamıyor',
      message:
        'Sistemimizin bir bölümü yanıt vermiyor. Oturumunuz kapatılmadı. Birazdan yeniden deneyin.',
    },
    acting: {
      title: 'Başka bir kullanıcı adına işlem yapıyorsunuz',
      message:
        'Bu işlem şu anda kullanılamaz. Kendi hesabınıza dönmek için bir kez oturumu kapatın.',
    },
  },
  mail: {
    subject: '{host} için oturum açın',
    button: 'Oturum aç',
    link: 'Düğme çalışmıyor mu? Bu bağlantıyı tarayıcınıza kopyalayın:',
    code: 'Veya oturum açmaya başladığınız yerde bu kodu girin:',
    validity: 'Bağlantı ve kod {duration} geçerlidir ve yalnızca bir kez kullanılabilir.',
    ignore:
      'Bunu siz istemediyseniz bu e-postayı yok sayın. Bağlantıyı ve kodu kimseyle paylaşmayın.',
    linkValidity: 'Bağlantı {duration} geçerlidir ve yalnızca bir kez kullanılabilir.',
    linkIgnore: 'Bunu siz istemediyseniz bu e-postayı yok sayın. Bağlantıyı kimseyle paylaşmayın.',
  },
}
