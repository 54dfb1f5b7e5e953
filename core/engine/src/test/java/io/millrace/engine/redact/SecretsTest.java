package io.millrace.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each form of a credential; "sesame" is always the secret. */
class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://scott:sesame@db.example/shop",
                "jdbc:mysql://scott:ses@sesame@db.example/shop",
                "s3n://AKIDX:x/sesame@bucket/in",
                "https://:sesame@host/x",
                "mongodb+srv://me:sesame@host",
                "cannot open hdfs://me:sesame@host:8020/in, no such host",
                "jdbc:oracle:thin:scott/sesame@//db.example:1521/shop",
                "jdbc:oracle:oci:scott/\"se@sesame\"@db",
                "jdbc:postgresql://h/d?user=u&password=sesame&ssl=true",
                "jdbc:postgresql://h/d?sslpassword=sesame",
                "jdbc:postgresql://h/d?password=open sesame&ssl=true",
                "jdbc:sqlserver://h;user=u;password={open;sesame};encrypt=true",
                "jdbc:sqlserver://h;Pwd=sesame;encrypt=true",
                "jdbc:mysql://h/d?trustCertificateKeyStorePassword=sesame",
                "jdbc:mysql://h/d?PASSWD=sesame",
                "jdbc:snowflake://h/?token=sesame&x=1",
                "-Dfs.s3a.access.key=sesame -Dx=y",
                "-D fs.s3a.secret.key=sesame",
                "fs.s3a.session.token=sesame,fs.s3a.path.style.access=true",
                "fs.s3a.encryption.key='open sesame'",
                "fs.azure.account.key.a.dfs.core.windows.net=sesame==",
                "fs.azure.sas.c.a.blob.core.windows.net=sesame",
                "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=sesame==;Endpoint=x",
                "https://a.blob.core.windows.net/c?sv=2020&sig=sesame%3D&se=1",
                "https://b.s3.amazonaws.com/k?X-Amz-Signature=sesame&X-Amz-Security-Token=sesame",
                "fs.gs.auth.service.account.private.key=sesame",
                "{\"private_key\": \"open sesame\", \"x\": 1}",
                "Authorization: Bearer sesame.x-y_z",
                "fs.oss.accessKeySecret=sesame",
                "password = sesame",
            })
    void noFormOfACredentialStays(String text) {
        assertThat(Secrets.redact(text)).doesNotContain("sesame").contains(Secrets.REDACTED);
        assertThat(Secrets.redact("Cannot read " + text + " of the job.")).doesNotContain("sesame");
        assertThat(Secrets.redact(Secrets.redact(text))).isEqualTo(Secrets.redact(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hdfs://host:8020/in/a@b",
                "hdfs://host:8020",
                "abfss://container@account.dfs.core.windows.net/in",
                "jdbc:postgresql://host:5432/shop?user=scott&ssl=true",
                "jdbc:oracle:thin:@//db.example:1521/shop",
                "mail to a@b.example",
                "x=1, y=2; z = 3",
                "fs.s3a.aws.credentials.provider is set",
                "The token 'x' is not valid",
                "dfs.block.access.token.enable=true",
            })
    void otherTextsStayAsTheyAre(String text) {
        assertThat(Secrets.redact(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fs.s3a.access.key",
                "fs.s3a.secret.key",
                "fs.s3a.session.token",
                "fs.s3a.encryption.key",
                "fs.s3a.bucket.b.secret.key",
                "fs.s3a.server-side-encryption-key",
                "fs.s3.awsSecretAccessKey",
                "fs.azure.account.key.a.blob.core.windows.net",
                "fs.azure.sas.c.a.blob.core.windows.net",
                "fs.azure.sas.fixed.token.a",
                "fs.azure.account.oauth2.client.secret",
                "fs.azure.account.oauth2.user.password",
                "fs.azure.account.oauth2.refresh.token",
                "fs.azure.client-provided-encryption-key",
                "fs.gs.auth.service.account.private.key",
                "fs.gs.auth.client.secret",
                "fs.gs.auth.refresh.token",
                "fs.gs.encryption.key",
                "fs.oss.accessKeySecret",
                "fs.cosn.userinfo.secretKey",
                "fs.adl.oauth2.credential",
                "ssl.server.keystore.keypassword",
                "millrace.records.table.input.password",
                "mapreduce.jdbc.password",
                "my.api-key",
            })
    void settingsWithCredentialsAreKnownByTheirNames(String key) {
        assertThat(Secrets.redact(key, "sesame")).isEqualTo(Secrets.REDACTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hadoop.security.credential.provider.path",
                "fs.s3a.aws.credentials.provider",
                "fs.azure.account.oauth2.token.file",
                "fs.gs.auth.service.account.json.keyfile",
                "mapreduce.job.hdfs-servers.token-renewal.exclude",
                "mapreduce.map.output.key.class",
                "mapreduce.job.name",
                "fs.s3a.endpoint",
                "millrace.sort.ties",
                "map.sort.key",
            })
    void settingsAboutCredentialsAreNotSecrets(String key) {
        assertThat(Secrets.redact(key, "x")).isEqualTo("x");
    }

    @Test
    void aFlagIsNotACredentialAndAUrlInAnySettingIsRedacted() {
        assertThat(Secrets.redact("my.password", "true")).isEqualTo("true");
        assertThat(Secrets.redact("x", "jdbc:mysql://u:sesame@h/d"))
                .isEqualTo("jdbc:mysql://u:<redacted>@h/d");
    }
}
