// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.security.Authorizer;
import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphemberConfigurationTest {
  @Test
  void defaults() {
    GraphemberConfiguration configuration = new GraphemberConfiguration();
    assertThat(configuration.getBackend()).isNull();
    assertThat(configuration.getEngineThreads()).isEqualTo(1);
    assertThat(configuration.getMemoryBudgetBytes()).isZero();
    assertThat(configuration.getGraphFolder()).isNull();
    assertThat(configuration.getNativeMemoryBudgetBytes()).isZero();
    assertThat(configuration.getBackups()).isEqualTo(1);
    assertThat(configuration.getDataRegionName()).isNull();
    assertThat(configuration.getEngineCacheDirectory()).isNull();
    assertThat(configuration.getSourceFolders()).isEmpty();
    assertThat(configuration.getStorageThreads()).isZero();
    assertThat(configuration.getMaxTrainers()).isEqualTo(32);
    assertThat(configuration.getMaxJobs()).isEqualTo(64);
    assertThat(configuration.getMaxLoads()).isEqualTo(32);
    assertThat(configuration.getMaxJobMillis()).isZero();
    assertThat(configuration.getMaxJobsPerUser()).isZero();
    assertThat(configuration.getMaxMemoryPerUserBytes()).isZero();
    assertThat(configuration.getMaxJobMillisPerUser()).isZero();
    assertThat(configuration.getMaxNodeLosses()).isEqualTo(3);
    assertThat(configuration.getNodeLossTimeoutMillis()).isEqualTo(60_000);
    assertThat(configuration.isRequireMajority()).isTrue();
    assertThat(configuration.getMajorityTimeoutMillis()).isEqualTo(300_000);
    assertThat(configuration.isStorage()).isTrue();
    assertThat(configuration.isTrainer()).isTrue();
  }

  @Test
  void everyPropertyIsMentioned() throws IntrospectionException {
    BeanInfo bean = Introspector.getBeanInfo(GraphemberConfiguration.class, Object.class);
    assertThat(Arrays.stream(bean.getPropertyDescriptors()).map(PropertyDescriptor::getName))
        .containsExactlyInAnyOrder(
            "backend",
            "engineThreads",
            "engineCallTimeoutMillis",
            "memoryBudgetBytes",
            "idleGraphPercent",
            "graphFolder",
            "inferenceFolder",
            "nativeMemoryBudgetBytes",
            "backups",
            "dataRegionName",
            "dataRegionBytes",
            "securityFile",
            "guardCaches",
            "authorizer",
            "engineCacheDirectory",
            "sourceFolders",
            "storageThreads",
            "maxTrainers",
            "maxJobs",
            "maxQueuedJobs",
            "maxLoads",
            "jobProcessorPercent",
            "jobNetworkMegabytesPerSecond",
            "maxJobMillis",
            "maxJobsPerUser",
            "maxQueuedJobsPerUser",
            "maxMemoryPerUserBytes",
            "maxJobMillisPerUser",
            "maxNodeLosses",
            "nodeLossTimeoutMillis",
            "loadTimeoutMillis",
            "requireMajority",
            "majorityTimeoutMillis",
            "storage",
            "trainer");
  }

  @Test
  void fluentSetters() {
    GraphemberConfiguration configuration =
        new GraphemberConfiguration()
            .setBackend("djl")
            .setEngineThreads(7)
            .setMemoryBudgetBytes(1)
            .setIdleGraphPercent(9)
            .setGraphFolder("f")
            .setNativeMemoryBudgetBytes(8)
            .setBackups(2)
            .setDataRegionName("r")
            .setDataRegionBytes(7)
            .setSecurityFile("s")
            .setGuardCaches(true)
            .setAuthorizer(Authorizer.OPEN)
            .setEngineCacheDirectory("d")
            .setSourceFolders(Map.of("shared", "/srv"))
            .setStorageThreads(3)
            .setMaxTrainers(4)
            .setMaxJobs(11)
            .setMaxQueuedJobs(17)
            .setMaxQueuedJobsPerUser(18)
            .setMaxLoads(12)
            .setJobProcessorPercent(25)
            .setJobNetworkMegabytesPerSecond(19)
            .setMaxJobMillis(13)
            .setMaxJobsPerUser(14)
            .setMaxMemoryPerUserBytes(15)
            .setMaxJobMillisPerUser(16)
            .setMaxNodeLosses(5)
            .setNodeLossTimeoutMillis(6)
            .setLoadTimeoutMillis(8)
            .setStorage(false)
            .setTrainer(false);
    assertThat(configuration.getBackend()).isEqualTo("djl");
    assertThat(configuration.getEngineThreads()).isEqualTo(7);
    assertThat(configuration.getMemoryBudgetBytes()).isEqualTo(1);
    assertThat(configuration.getIdleGraphPercent()).isEqualTo(9);
    assertThat(configuration.getGraphFolder()).isEqualTo("f");
    assertThat(configuration.getNativeMemoryBudgetBytes()).isEqualTo(8);
    assertThat(configuration.getBackups()).isEqualTo(2);
    assertThat(configuration.getDataRegionName()).isEqualTo("r");
    assertThat(configuration.getDataRegionBytes()).isEqualTo(7);
    assertThat(configuration.getLoadTimeoutMillis()).isEqualTo(8);
    assertThat(configuration.getSecurityFile()).isEqualTo("s");
    assertThat(configuration.isGuardCaches()).isTrue();
    assertThat(configuration.getAuthorizer()).isSameAs(Authorizer.OPEN);
    assertThat(configuration.getEngineCacheDirectory()).isEqualTo("d");
    assertThat(configuration.getSourceFolders()).containsExactly(Map.entry("shared", "/srv"));
    assertThat(configuration.getStorageThreads()).isEqualTo(3);
    assertThat(configuration.getMaxTrainers()).isEqualTo(4);
    assertThat(configuration.getMaxJobs()).isEqualTo(11);
    assertThat(configuration.getMaxQueuedJobs()).isEqualTo(17);
    assertThat(configuration.getMaxQueuedJobsPerUser()).isEqualTo(18);
    assertThat(configuration.getMaxLoads()).isEqualTo(12);
    assertThat(configuration.getJobProcessorPercent()).isEqualTo(25);
    assertThat(configuration.getJobNetworkMegabytesPerSecond()).isEqualTo(19);
    assertThat(configuration.getMaxJobMillis()).isEqualTo(13);
    assertThat(configuration.getMaxJobsPerUser()).isEqualTo(14);
    assertThat(configuration.getMaxMemoryPerUserBytes()).isEqualTo(15);
    assertThat(configuration.getMaxJobMillisPerUser()).isEqualTo(16);
    assertThat(configuration.getMaxNodeLosses()).isEqualTo(5);
    assertThat(configuration.getNodeLossTimeoutMillis()).isEqualTo(6);
    assertThat(configuration.isStorage()).isFalse();
    assertThat(configuration.isTrainer()).isFalse();
  }

  @Test
  void boundsOutOfRangeAreRefused() {
    GraphemberConfiguration configuration = new GraphemberConfiguration();
    assertThatThrownBy(() -> configuration.setSourceFolders(Map.of("a/b", "/srv")))
        .hasMessage(
            "sourceFolders = a/b: /srv: names must be letters, digits, '-' and '_', folders absolute paths.");
    assertThatThrownBy(() -> configuration.setSourceFolders(Map.of("a", "srv")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> configuration.setIdleGraphPercent(101))
        .hasMessage("idleGraphPercent = 101: must be at most 100.");
    assertThatThrownBy(() -> configuration.setIdleGraphPercent(-1))
        .hasMessage("idleGraphPercent = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setJobProcessorPercent(101))
        .hasMessage("jobProcessorPercent = 101: must be at most 100.");
    assertThatThrownBy(() -> configuration.setJobProcessorPercent(0))
        .hasMessage("jobProcessorPercent = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setJobNetworkMegabytesPerSecond(-1))
        .hasMessage("jobNetworkMegabytesPerSecond = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setEngineThreads(0))
        .hasMessage("engineThreads = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setMaxJobs(0))
        .hasMessage("maxJobs = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setMaxLoads(0))
        .hasMessage("maxLoads = 0: must be at least 1.");
    assertThatThrownBy(() -> configuration.setMaxJobMillis(-1))
        .hasMessage("maxJobMillis = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxJobsPerUser(-1))
        .hasMessage("maxJobsPerUser = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxQueuedJobs(-1))
        .hasMessage("maxQueuedJobs = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxQueuedJobsPerUser(-1))
        .hasMessage("maxQueuedJobsPerUser = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxMemoryPerUserBytes(-1))
        .hasMessage("maxMemoryPerUserBytes = -1: must be at least 0.");
    assertThatThrownBy(() -> configuration.setMaxJobMillisPerUser(-1))
        .hasMessage("maxJobMillisPerUser = -1: must be at least 0.");
  }
}
