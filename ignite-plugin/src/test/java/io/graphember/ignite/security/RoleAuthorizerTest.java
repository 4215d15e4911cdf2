// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Action;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoleAuthorizerTest {
  @TempDir Path folder;
  private final List<String> errors = new ArrayList<>();

  private SecurityFile file(String text) throws IOException {
    Path path = folder.resolve("security.yaml");
    Files.writeString(path, text);
    return new SecurityFile(path, errors::add);
  }

  private static Caller user(String name) {
    return new Caller(Optional.of(name), "10.0.0.7:5000");
  }

  /** Each operation is permitted to the one user whose role has it, and to nobody else. */
  @ParameterizedTest
  @EnumSource(Action.class)
  void aRolePermitsItsOperationsAndNoOthers(Action operation) throws IOException {
    StringBuilder text = new StringBuilder("users:\n");
    for (Action other : Action.values()) {
      text.append("  u-%s: {roles: [r-%s]}\n".formatted(other, other));
    }
    text.append("  idle: {}\nroles:\n");
    for (Action other : Action.values()) {
      text.append(
          "  r-%s: {may: [%s]}\n"
              .formatted(other, other.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    }
    RoleAuthorizer authorizer = new RoleAuthorizer(file(text.toString()));
    for (Target target :
        Set.of(Target.CLUSTER, Target.graph("cora"), Target.job("cora", "cora-gcn"))) {
      for (Action other : Action.values()) {
        assertThat(authorizer.permits(user("u-" + other), operation, target))
            .isEqualTo(operation == other);
      }
      assertThat(authorizer.permits(user("idle"), operation, target)).isFalse();
      assertThat(authorizer.permits(user("stranger"), operation, target)).isFalse();
      assertThat(authorizer.permits(Caller.ANONYMOUS, operation, target)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "*, cora, cora-gcn, true",
    "*, cora,, true",
    "cora, cora,, true",
    "cora, cora, any, true",
    "cora, cora2,, false",
    "shop-*, shop-eu, daily, true",
    "shop-*, my-shop-eu,, false",
    "shop-*/daily, shop-eu, daily, true",
    "shop-*/daily, shop-eu, daily2, false",
    "shop-*/daily, shop-eu,, false",
    "*/*, cora,, false",
    "a.c, abc,, false",
    "a*c*e, abcde,, true"
  })
  void patternsAreOfWholeNames(String pattern, String graph, String job, boolean matches) {
    assertThat(NamePattern.valid(pattern)).isTrue();
    Target target = job == null ? Target.graph(graph) : Target.job(graph, job);
    assertThat(new NamePattern(pattern).matches(target)).isEqualTo(matches);
    assertThat(new NamePattern(pattern).matches(Target.CLUSTER)).isTrue();
  }

  @Test
  void theFileOnThePageIsOne() throws IOException {
    String page = Files.readString(Path.of("../docs/user/security.md"));
    String yaml = page.substring(page.indexOf("```yaml") + 7);
    RoleAuthorizer authorizer = new RoleAuthorizer(file(yaml.substring(0, yaml.indexOf("```"))));
    Target shop = Target.job("shop-eu", "nightly");
    assertThat(authorizer.permits(user("ann"), Action.SUBMIT, shop)).isTrue();
    assertThat(authorizer.permits(user("ann"), Action.DROP, shop)).isFalse();
    assertThat(authorizer.permits(user("etl.example.com"), Action.DROP, shop)).isTrue();
    assertThat(authorizer.permits(Caller.ANONYMOUS, Action.READ_GRAPH, shop)).isFalse();
  }

  @Test
  void theRoleWithLimitsOnThePageIsOne() throws IOException {
    String page = Files.readString(Path.of("../docs/user/security.md"));
    String yaml = page.substring(page.indexOf("```yaml\nroles:") + 8);
    RoleAuthorizer authorizer =
        new RoleAuthorizer(
            file("users: {ann: {roles: [nightly]}}\n" + yaml.substring(0, yaml.indexOf("```"))));
    assertThat(authorizer.permits(user("ann"), Action.SUBMIT, Target.graph("shops"))).isTrue();
  }

  @Test
  void anonymousCallersHaveRolesOfTheirOwn() throws IOException {
    RoleAuthorizer authorizer =
        new RoleAuthorizer(
            file(
                """
                anonymous: [guest]
                roles:
                  guest: {may: [read-graph, read-results], names: [public-*]}
                """));
    Target open = Target.graph("public-cora");
    assertThat(authorizer.permits(Caller.ANONYMOUS, Action.READ_GRAPH, open)).isTrue();
    assertThat(authorizer.permits(Caller.ANONYMOUS, Action.DROP, open)).isFalse();
    assertThat(authorizer.permits(Caller.ANONYMOUS, Action.READ_GRAPH, Target.graph("secret")))
        .isFalse();
    assertThat(authorizer.permits(user("stranger"), Action.READ_GRAPH, open)).isFalse();
  }

  @Test
  void allThatIsWrongWithAFileIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                file(
                    """
                    users:
                      ann: {roles: [analyst]}
                    anonymous: [guest]
                    roles:
                      loader: {may: [read-graph], names: ["a/b/c"]}
                    """))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining(
            "users.ann.roles = [analyst]: names role analyst, but the roles are loader")
        .hasMessageContaining("anonymous = [guest]: names role guest, but the roles are loader")
        .hasMessageContaining(
            "roles.loader.names = [a/b/c]: must be GRAPH or GRAPH/JOB of letters, digits, '.', '-', '_' and '*', not 'a/b/c'");
    assertThatThrownBy(() -> file("users: {ann: {password: topsecret}}"))
        .hasMessageContaining(
            "security.yaml: users.ann.password is no hash: put there what graphember hash-password prints, pbkdf2-sha256:ROUNDS:SALT:HASH.")
        .message()
        .doesNotContain("topsecret");
    assertThatThrownBy(() -> file("roles: {r: {may: [fly]}}"))
        .hasMessageContaining("must be one of read-graph, write-graph, drop");
  }

  @Test
  void aChangeOfTheFileCountsAndAMistakeDoesNot() throws Exception {
    SecurityFile file = file("roles: {r: {may: [drop]}}\nusers: {ann: {roles: [r]}}");
    RoleAuthorizer authorizer = new RoleAuthorizer(file);
    assertThat(authorizer.permits(user("ann"), Action.DROP, Target.CLUSTER)).isTrue();
    change("roles: {r: {may: [submit]}}\nusers: {ann: {roles: [r]}}", 1);
    await(() -> !authorizer.permits(user("ann"), Action.DROP, Target.CLUSTER));
    assertThat(authorizer.permits(user("ann"), Action.SUBMIT, Target.CLUSTER)).isTrue();
    change("roles: nonsense", 2);
    await(
        () -> {
          authorizer.permits(user("ann"), Action.SUBMIT, Target.CLUSTER);
          return !errors.isEmpty();
        });
    assertThat(errors.get(0))
        .contains("security.yaml has changed and cannot be read, what it said before holds: ");
    assertThat(authorizer.permits(user("ann"), Action.SUBMIT, Target.CLUSTER)).isTrue();
  }

  private void change(String text, int version) throws IOException {
    Path path = folder.resolve("security.yaml");
    Files.writeString(path, text);
    Files.setLastModifiedTime(path, FileTime.fromMillis(version));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    final long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void passwordsAreKnownByTheirHash() {
    PasswordHash hash = PasswordHash.of("secret".toCharArray());
    assertThat(hash.toString()).matches("pbkdf2-sha256:210000:[^:]{24}:[^:]{44}");
    assertThat(PasswordHash.of("secret".toCharArray()).toString()).isNotEqualTo(hash.toString());
    PasswordHash read = PasswordHash.parse(hash.toString()).orElseThrow();
    assertThat(read.matches("secret".toCharArray())).isTrue();
    assertThat(read.matches("Secret".toCharArray())).isFalse();
    assertThat(read.matches(new char[0])).isFalse();
    assertThat(PasswordHash.parse("pbkdf2-sha256:0:x:y")).isEmpty();
    assertThat(EnumSet.allOf(Action.class)).extracting(Action::text).contains("read graph");
  }
}
