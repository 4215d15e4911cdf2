// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.backend.Backends;
import io.graphember.kernels.Simd;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a node has with what it needs: heap against budget, opened packages, vector module,
 * OpenMP's wait policy, backend and platform; how open it is to strangers; and what becomes of the
 * cluster when it is cut. Looks only; loads no engine. Safe for any thread.
 */
public final class NodeChecks {
  private static final long ENGINE_FREE_BYTES = 256L << 20;
  private static final List<String> OPENED =
      List.of("java.nio", "sun.nio.ch", "java.io", "java.util", "java.lang");

  private final IgniteConfiguration node;
  private final GraphemberConfiguration configuration;
  private final MemoryBudget budget;
  private final Backends backends;
  private final SplitChecks splits;

  /** Checks of a node. */
  @Inject
  public NodeChecks(
      IgniteConfiguration node,
      GraphemberConfiguration configuration,
      MemoryBudget budget,
      Backends backends,
      SplitChecks splits) {
    this.node = node;
    this.configuration = configuration;
    this.budget = budget;
    this.backends = backends;
    this.splits = splits;
  }

  /** All findings, the good ones too. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    findings.add(heap(Runtime.getRuntime().maxMemory(), budget.limitBytes()));
    findings.add(openedPackages());
    findings.add(vectorModule());
    findings.addAll(ExposureChecks.findings(node));
    findings.addAll(splits.findings());
    if (configuration.isTrainer()) {
      findings.add(waitPolicy(System.getenv("OMP_WAIT_POLICY")));
      findings.add(backend());
      findings.add(platform(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    return findings;
  }

  static Finding heap(long heapBytes, long budgetBytes) {
    long neededBytes = budgetBytes + ENGINE_FREE_BYTES;
    return new Finding(
        "heap",
        mebibytes(heapBytes),
        "%s: the memory budget of %s and %s for Ignite"
            .formatted(
                mebibytes(neededBytes), mebibytes(budgetBytes), mebibytes(ENGINE_FREE_BYTES)),
        heapBytes >= neededBytes ? Verdict.GOOD : Verdict.BAD,
        heapBytes >= neededBytes ? "" : "-Xmx" + (neededBytes >> 20) + "m");
  }

  /** Packages of the JDK that Ignite needs to be opened: no node starts without them. */
  public static Finding openedPackages() {
    Module base = Object.class.getModule();
    Module ours = NodeChecks.class.getModule();
    List<String> closed = OPENED.stream().filter(name -> !base.isOpen(name, ours)).toList();
    return new Finding(
        "opened packages",
        closed.isEmpty() ? "all" : "not " + String.join(", ", closed),
        "those of Ignite's bin/include/jvmdefaults.sh",
        closed.isEmpty() ? Verdict.GOOD : Verdict.BAD,
        closed.stream()
            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
            .collect(Collectors.joining(" ")));
  }

  private static Finding vectorModule() {
    boolean present = Simd.present();
    return new Finding(
        "vector module",
        present ? "present" : "absent",
        "present: without it arithmetic on rows takes 3 to 13 times as long",
        present ? Verdict.GOOD : Verdict.SLOW,
        present ? "" : "--add-modules=jdk.incubator.vector");
  }

  static Finding waitPolicy(@Nullable String value) {
    boolean passive = "PASSIVE".equalsIgnoreCase(value);
    return new Finding(
        "OMP_WAIT_POLICY",
        value == null ? "not set" : value,
        "PASSIVE: otherwise the engine's threads spin, up to ten times slower on a busy host",
        passive ? Verdict.GOOD : Verdict.SLOW,
        passive
            ? ""
            : "set the environment variable OMP_WAIT_POLICY=PASSIVE before the node starts");
  }

  private Finding backend() {
    List<String> names = backends.names();
    boolean chosen = names.size() == 1 || configuration.getBackend() != null;
    String advice = "";
    if (names.isEmpty()) {
      advice = "move a folder such as libs/optional/graphember-backend-djl to libs";
    } else if (!chosen) {
      advice = "set 'backend' in GraphemberConfiguration to one of " + String.join(", ", names);
    }
    return new Finding(
        "backend",
        names.isEmpty() ? "none" : String.join(", ", names),
        "one, or a choice among several",
        advice.isEmpty() ? Verdict.GOOD : Verdict.BAD,
        advice);
  }

  static Finding platform(String os, String arch) {
    String found = "%s %s".formatted(os, arch);
    boolean good = found.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)");
    return new Finding(
        "native library",
        found,
        "Linux amd64: the platform of the engine's native libraries that are shipped",
        good ? Verdict.GOOD : Verdict.BAD,
        good ? "" : "run trainers on Linux x86-64, or add the engine's natives of this platform");
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
