// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.ignite.security.PasswordHash;
import io.graphember.spi.Cancellation;
import io.graphember.spi.security.Authorizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.configuration.ClientConfiguration;

/**
 * One node in this JVM whose users, roles, patterns and limits stand in a file, and whose Ignite
 * knows them; or one that is open to everybody. How often its authorizer is asked is counted.
 */
public final class GuardedCluster implements AutoCloseable {
  private static final String USER = "ann";
  private static final String PASSWORD = "correct horse";

  /** The role that permits the job is the last of the user's. */
  private static final String FILE =
      """
      users:
        %s: {password: "%s", roles: [reader, loader, analyst]}
        bob: {roles: [operator]}
      anonymous: []
      roles:
        reader: {may: [read-graph, read-results], names: ["shop-*", "cora", "sales-*/nightly-*"]}
        loader: {may: [read-graph, write-graph, drop], names: ["shop-*", "rmat"]}
        analyst:
          may: [read-graph, submit, cancel, read-results, read-model]
          names: ["shop-*", "sales-*/nightly-*", "rm*"]
          limits: {maxJobsPerUser: 8, maxMemoryPerUserBytes: 68719476736, maxJobMillisPerUser: 3600000}
        operator: {may: [administer, read-graph]}
      """;

  private final Optional<Path> file;
  private final Authorizer roles;
  private final LongAdder asked = new LongAdder();
  private final EmbeddedCluster cluster;

  private GuardedCluster(Optional<Path> file) {
    this.file = file;
    this.roles = file.map(path -> NodeSecurity.roles(path, error -> {})).orElse(Authorizer.OPEN);
    this.cluster = EmbeddedCluster.start(1, false, this::guard, Cancellation.NEVER);
  }

  /** A node that knows its users. */
  public static GuardedCluster guarded() throws IOException {
    String hash = PasswordHash.of(PASSWORD.toCharArray()).toString();
    return new GuardedCluster(
        Optional.of(
            Files.writeString(
                Files.createTempFile("graphember-security", ".yaml"), FILE.formatted(USER, hash))));
  }

  /** A node as it is without configuration. */
  public static GuardedCluster open() {
    return new GuardedCluster(Optional.empty());
  }

  private void guard(GraphemberConfiguration configuration) {
    file.ifPresent(
        path ->
            configuration
                .setSecurityFile(path.toString())
                .setGuardCaches(true)
                .setAuthorizer(
                    (caller, operation, target) -> {
                      asked.increment();
                      return roles.permits(caller, operation, target);
                    }));
  }

  /** A client; of the user, if the node knows users. */
  public GraphemberClient connect() {
    ClientConfiguration configuration = GraphemberClient.configuration(cluster.address());
    if (file.isPresent()) {
      configuration.setUserName(USER).setUserPassword(PASSWORD);
    }
    return GraphemberClient.connect(cluster.address(), configuration);
  }

  /** The user whose clients these are; empty if the node knows none. */
  Optional<String> user() {
    return file.map(path -> USER);
  }

  /** What the roles permit, not counted. */
  Authorizer roles() {
    return roles;
  }

  /** How often the node has asked its authorizer. */
  long asked() {
    return asked.sum();
  }

  /** The node. */
  Ignite node() {
    return Ignition.allGrids().get(0);
  }

  /** Its parts. */
  GuardedParts parts() {
    GraphemberPlugin plugin = node().plugin(GraphemberPlugin.NAME);
    GuardedParts parts = new GuardedParts();
    plugin.inject(parts);
    return parts;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
    if (file.isPresent()) {
      Files.delete(file.get());
    }
  }
}
