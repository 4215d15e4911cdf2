// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import io.graphember.spi.security.Authorizer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.ignite.plugin.PluginConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a node, set from Java or as a Spring bean:
 *
 * <pre>
 * &lt;property name="pluginConfigurations"&gt;
 *   &lt;bean class="io.graphember.ignite.GraphemberConfiguration"&gt;
 *     &lt;property name="backend" value="djl"/&gt;
 *     &lt;property name="memoryBudgetBytes" value="4294967296"/&gt;
 *   &lt;/bean&gt;
 * &lt;/property&gt;
 * </pre>
 *
 * <p>Without the bean the plugin starts with the defaults. Not changed after the node has started.
 */
public class GraphemberConfiguration implements PluginConfiguration {
  /** Name of the data region that the caches have of their own. */
  public static final String OWN_REGION = "graphember";

  /** Default of {@link #getBackups()}. */
  public static final int DFLT_BACKUPS = 1;

  /** Default of {@link #getMaxTrainers()}. */
  public static final int DFLT_MAX_TRAINERS = 32;

  /** Default of {@link #getMaxJobs()}. */
  public static final int DFLT_MAX_JOBS = 64;

  /** Default of {@link #getMaxQueuedJobs()}. */
  public static final int DFLT_MAX_QUEUED_JOBS = 100;

  /** Default of {@link #getMaxLoads()}. */
  public static final int DFLT_MAX_LOADS = 32;

  /** Default of {@link #getMaxNodeLosses()}. */
  public static final int DFLT_MAX_NODE_LOSSES = 3;

  /** Default of {@link #getMajorityTimeoutMillis()}. */
  public static final long DFLT_MAJORITY_TIMEOUT_MILLIS = 300_000;

  /** Default of {@link #getLoadTimeoutMillis()}. */
  public static final long DFLT_LOAD_TIMEOUT_MILLIS = 25_000;

  /** Default of {@link #getNodeLossTimeoutMillis()}. */
  public static final long DFLT_NODE_LOSS_TIMEOUT_MILLIS = 60_000;

  /** Default of {@link #getEngineCallTimeoutMillis}. */
  public static final long DFLT_ENGINE_CALL_TIMEOUT_MILLIS = 600_000;

  /** Default of {@link #getIdleGraphPercent()}. */
  public static final int DFLT_IDLE_GRAPH_PERCENT = 50;

  /** Default of {@link #getJobProcessorPercent()}. */
  public static final int DFLT_JOB_PROCESSOR_PERCENT = 100;

  /** Default of {@link #getEngineThreads()}. */
  public static final int DFLT_ENGINE_THREADS = 1;

  private @Nullable String backend;
  private int engineThreads = DFLT_ENGINE_THREADS;
  private long engineCallTimeoutMillis = DFLT_ENGINE_CALL_TIMEOUT_MILLIS;
  private long memoryBudgetBytes;
  private int idleGraphPercent = DFLT_IDLE_GRAPH_PERCENT;
  private @Nullable String graphFolder;
  private @Nullable String inferenceFolder;
  private long nativeMemoryBudgetBytes;
  private int backups = DFLT_BACKUPS;
  private @Nullable String dataRegionName;
  private long dataRegionBytes;
  private @Nullable String securityFile;
  private boolean guardCaches;
  private @Nullable Authorizer authorizer;
  private @Nullable String engineCacheDirectory;
  private Map<String, String> sourceFolders = Map.of();
  private int storageThreads;
  private int maxTrainers = DFLT_MAX_TRAINERS;
  private int maxJobs = DFLT_MAX_JOBS;
  private int maxQueuedJobs = DFLT_MAX_QUEUED_JOBS;
  private int maxLoads = DFLT_MAX_LOADS;
  private long maxJobMillis;
  private int maxJobsPerUser;
  private int maxQueuedJobsPerUser;
  private long maxMemoryPerUserBytes;
  private long maxJobMillisPerUser;
  private int maxNodeLosses = DFLT_MAX_NODE_LOSSES;
  private long nodeLossTimeoutMillis = DFLT_NODE_LOSS_TIMEOUT_MILLIS;
  private boolean requireMajority = true;
  private long majorityTimeoutMillis = DFLT_MAJORITY_TIMEOUT_MILLIS;
  private long loadTimeoutMillis = DFLT_LOAD_TIMEOUT_MILLIS;
  private int jobProcessorPercent = DFLT_JOB_PROCESSOR_PERCENT;
  private long jobNetworkMegabytesPerSecond;
  private boolean storage = true;
  private boolean trainer = true;

  /** Name of the backend for jobs that name none; null chooses the one that is installed. */
  public @Nullable String getBackend() {
    return backend;
  }

  /** Sets {@link #getBackend()}. */
  public GraphemberConfiguration setBackend(@Nullable String backend) {
    this.backend = backend;
    return this;
  }

  /**
   * Threads of an engine for each trainer, {@value #DFLT_ENGINE_THREADS} by default. The bits of a
   * result depend on them: with more than 1 the node refuses jobs whose {@code training.repeatable}
   * is true.
   */
  public int getEngineThreads() {
    return engineThreads;
  }

  /**
   * Sets {@link #getEngineThreads()}.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public GraphemberConfiguration setEngineThreads(int engineThreads) {
    if (engineThreads < 1) {
      throw new IllegalArgumentException(
          "engineThreads = %d: must be at least 1.".formatted(engineThreads));
    }
    this.engineThreads = engineThreads;
    return this;
  }

  /**
   * Milliseconds that a call of an engine may take, for one batch or a part of a layer, {@value
   * #DFLT_ENGINE_CALL_TIMEOUT_MILLIS} by default. A job whose call takes longer fails; the node
   * takes no trainers until it is restarted, since native code cannot be stopped.
   */
  public long getEngineCallTimeoutMillis() {
    return engineCallTimeoutMillis;
  }

  /**
   * Sets {@link #getEngineCallTimeoutMillis()}.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public GraphemberConfiguration setEngineCallTimeoutMillis(long engineCallTimeoutMillis) {
    if (engineCallTimeoutMillis < 1) {
      throw new IllegalArgumentException(
          "engineCallTimeoutMillis = %d: must be 1 or more.".formatted(engineCallTimeoutMillis));
    }
    this.engineCallTimeoutMillis = engineCallTimeoutMillis;
    return this;
  }

  /**
   * Bytes of heap that slabs, loads, lists of labels and what comes with jobs may take together; 0,
   * the default, for half of the heap. A load or a job that needs more is refused.
   */
  public long getMemoryBudgetBytes() {
    return memoryBudgetBytes;
  }

  /** Sets {@link #getMemoryBudgetBytes()}. */
  public GraphemberConfiguration setMemoryBudgetBytes(long memoryBudgetBytes) {
    this.memoryBudgetBytes = memoryBudgetBytes;
    return this;
  }

  /**
   * Part of the heap for jobs and loads, in percent, that graphs may fill that no job uses any
   * more, so that the next job finds them there; {@value #DFLT_IDLE_GRAPH_PERCENT} by default, 0 to
   * keep none. Only what is free: jobs and loads that need it get it.
   */
  public int getIdleGraphPercent() {
    return idleGraphPercent;
  }

  /**
   * Sets {@link #getIdleGraphPercent()}.
   *
   * @throws IllegalArgumentException unless it is 0 to 100
   */
  public GraphemberConfiguration setIdleGraphPercent(int idleGraphPercent) {
    if (idleGraphPercent > 100) {
      throw new IllegalArgumentException(
          "idleGraphPercent = %d: must be at most 100.".formatted(idleGraphPercent));
    }
    this.idleGraphPercent = (int) atLeast(0, "idleGraphPercent", idleGraphPercent);
    return this;
  }

  /**
   * Folder of mapped files for parts of graphs, in the work directory if relative; null, the
   * default, for the heap alone.
   */
  public @Nullable String getGraphFolder() {
    return graphFolder;
  }

  /**
   * Sets {@link #getGraphFolder()}. Dense features lie in its files, and the topology of those
   * partitions for which the memory budget has no room. They need no heap there, and may be larger
   * than the memory of the machine. A file has no name, and ends with the process; a twentieth of
   * the disk stays free.
   */
  public GraphemberConfiguration setGraphFolder(@Nullable String graphFolder) {
    this.graphFolder = graphFolder;
    return this;
  }

  /**
   * Folder that all nodes see, for rows between layers of inference with {@code rows: files}; null,
   * the default, for a folder of each node in its work directory.
   */
  public @Nullable String getInferenceFolder() {
    return inferenceFolder;
  }

  /**
   * Sets {@link #getInferenceFolder()}, alike on all nodes and on no other cluster: a network file
   * system. What a node has computed outlives it there, and others go on from it when it is lost.
   */
  public GraphemberConfiguration setInferenceFolder(@Nullable String inferenceFolder) {
    this.inferenceFolder = inferenceFolder;
    return this;
  }

  /**
   * Bytes outside the heap that batches and engines of all jobs may take together; 0, the default,
   * for the machine's memory less the largest heap and the data regions, an eighth of it at least.
   * A job whose estimate does not fit is refused before it begins.
   */
  public long getNativeMemoryBudgetBytes() {
    return nativeMemoryBudgetBytes;
  }

  /** Sets {@link #getNativeMemoryBudgetBytes()}. */
  public GraphemberConfiguration setNativeMemoryBudgetBytes(long nativeMemoryBudgetBytes) {
    this.nativeMemoryBudgetBytes = nativeMemoryBudgetBytes;
    return this;
  }

  /** Backup copies of graphs and published results; {@value #DFLT_BACKUPS} by default. */
  public int getBackups() {
    return backups;
  }

  /** Sets {@link #getBackups()}. */
  public GraphemberConfiguration setBackups(int backups) {
    this.backups = backups;
    return this;
  }

  /**
   * Data region of all caches; null, the default, for one of their own, {@value #OWN_REGION}, which
   * keeps its data on disk if Ignite's default region does. Caches that were made before stay where
   * they are.
   */
  public @Nullable String getDataRegionName() {
    return dataRegionName;
  }

  /** Sets {@link #getDataRegionName()}. */
  public GraphemberConfiguration setDataRegionName(@Nullable String dataRegionName) {
    this.dataRegionName = dataRegionName;
    return this;
  }

  /** True if the caches have a region of their own, which nobody else has configured. */
  public boolean ownsRegion() {
    return dataRegionName == null;
  }

  /** The name of the region that {@link #getDataRegionName()} means. */
  public String regionName() {
    return dataRegionName == null ? OWN_REGION : dataRegionName;
  }

  /**
   * Bytes of memory that the caches' own data region may take; 0, the default, for as much as
   * Ignite's default region, but at most a fifth of the machine's memory. What does not fit is
   * refused. Without effect on a region that {@code dataRegionName} names.
   */
  public long getDataRegionBytes() {
    return dataRegionBytes;
  }

  /** Sets {@link #getDataRegionBytes()}. */
  public GraphemberConfiguration setDataRegionBytes(long dataRegionBytes) {
    this.dataRegionBytes = dataRegionBytes;
    return this;
  }

  /**
   * File of users and roles: who may do what to which graphs and jobs; null, the default, for a
   * cluster on which everybody may do everything. Looked at once a second; the same on all nodes.
   */
  public @Nullable String getSecurityFile() {
    return securityFile;
  }

  /** Sets {@link #getSecurityFile()}. */
  public GraphemberConfiguration setSecurityFile(@Nullable String securityFile) {
    this.securityFile = securityFile;
    return this;
  }

  /**
   * Whether clients log in by the security file, and cannot touch the caches of graphs, models and
   * jobs; false by default. Without effect beside Ignite's own authentication. Alike on all nodes.
   */
  public boolean isGuardCaches() {
    return guardCaches;
  }

  /** Sets {@link #isGuardCaches()}. */
  public GraphemberConfiguration setGuardCaches(boolean guardCaches) {
    this.guardCaches = guardCaches;
    return this;
  }

  /** Decides who may do what, instead of the roles of the security file; null for those. */
  public @Nullable Authorizer getAuthorizer() {
    return authorizer;
  }

  /** Sets {@link #getAuthorizer()}. */
  public GraphemberConfiguration setAuthorizer(@Nullable Authorizer authorizer) {
    this.authorizer = authorizer;
    return this;
  }

  /** Where the engine unpacks its native libraries; null for the engine's own default. */
  public @Nullable String getEngineCacheDirectory() {
    return engineCacheDirectory;
  }

  /** Sets {@link #getEngineCacheDirectory()}. */
  public GraphemberConfiguration setEngineCacheDirectory(@Nullable String engineCacheDirectory) {
    this.engineCacheDirectory = engineCacheDirectory;
    return this;
  }

  /** Threads that serve gathers and rows to other nodes; 0, the default, for all cores. */
  public int getStorageThreads() {
    return storageThreads;
  }

  /** Sets {@link #getStorageThreads()}. */
  public GraphemberConfiguration setStorageThreads(int storageThreads) {
    this.storageThreads = storageThreads;
    return this;
  }

  /** The number of threads that {@link #getStorageThreads()} means. */
  public int storageThreadCount() {
    return storageThreads > 0 ? storageThreads : Runtime.getRuntime().availableProcessors();
  }

  /**
   * Most trainers that run on this node at once, {@value #DFLT_MAX_TRAINERS} by default. Trainers
   * of a job wait for each other, so all of them must fit: a job that finds fewer free waits.
   */
  public int getMaxTrainers() {
    return maxTrainers;
  }

  /** Sets {@link #getMaxTrainers()}. */
  public GraphemberConfiguration setMaxTrainers(int maxTrainers) {
    this.maxTrainers = maxTrainers;
    return this;
  }

  /**
   * Most jobs that this node coordinates at once, {@value #DFLT_MAX_JOBS} by default: a client's
   * jobs are coordinated by the node that it is connected to. One more waits until a node has a
   * place for it.
   */
  public int getMaxJobs() {
    return maxJobs;
  }

  /**
   * Sets {@link #getMaxJobs()}.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public GraphemberConfiguration setMaxJobs(int maxJobs) {
    this.maxJobs = (int) atLeast(1, "maxJobs", maxJobs);
    return this;
  }

  /**
   * Most jobs that wait in the whole cluster for a place, {@value #DFLT_MAX_QUEUED_JOBS} by
   * default. One more is refused. Alike on all nodes.
   */
  public int getMaxQueuedJobs() {
    return maxQueuedJobs;
  }

  /**
   * Sets {@link #getMaxQueuedJobs()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxQueuedJobs(int maxQueuedJobs) {
    this.maxQueuedJobs = (int) atLeast(0, "maxQueuedJobs", maxQueuedJobs);
    return this;
  }

  /**
   * Percent of the time of this node's processors that all jobs take together at most, {@value
   * #DFLT_JOB_PROCESSOR_PERCENT}, the default, for no bound. Their threads pause for the rest; what
   * they compute stays the same.
   */
  public int getJobProcessorPercent() {
    return jobProcessorPercent;
  }

  /**
   * Sets {@link #getJobProcessorPercent()}.
   *
   * @throws IllegalArgumentException unless it is 1 to 100
   */
  public GraphemberConfiguration setJobProcessorPercent(int jobProcessorPercent) {
    if (jobProcessorPercent > 100) {
      throw new IllegalArgumentException(
          "jobProcessorPercent = %d: must be at most 100.".formatted(jobProcessorPercent));
    }
    this.jobProcessorPercent = (int) atLeast(1, "jobProcessorPercent", jobProcessorPercent);
    return this;
  }

  /**
   * Megabytes per second that all jobs together send from this node and receive here at most; 0,
   * the default, for no bound. What graphs and results need that Ignite moves does not count.
   */
  public long getJobNetworkMegabytesPerSecond() {
    return jobNetworkMegabytesPerSecond;
  }

  /**
   * Sets {@link #getJobNetworkMegabytesPerSecond()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setJobNetworkMegabytesPerSecond(
      long jobNetworkMegabytesPerSecond) {
    this.jobNetworkMegabytesPerSecond =
        atLeast(0, "jobNetworkMegabytesPerSecond", jobNetworkMegabytesPerSecond);
    return this;
  }

  /** Most loads that this node takes at once, {@value #DFLT_MAX_LOADS} by default. */
  public int getMaxLoads() {
    return maxLoads;
  }

  /**
   * Sets {@link #getMaxLoads()}.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public GraphemberConfiguration setMaxLoads(int maxLoads) {
    this.maxLoads = (int) atLeast(1, "maxLoads", maxLoads);
    return this;
  }

  /**
   * Longest time of a job that this node coordinates, in milliseconds; 0, the default, for no
   * bound. A job that runs longer fails, and leaves nothing.
   */
  public long getMaxJobMillis() {
    return maxJobMillis;
  }

  /**
   * Sets {@link #getMaxJobMillis()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxJobMillis(long maxJobMillis) {
    this.maxJobMillis = atLeast(0, "maxJobMillis", maxJobMillis);
    return this;
  }

  /**
   * Most jobs that a user runs at once in the whole cluster; 0, the default, for no bound. One more
   * waits until one of his has ended. Alike on all nodes. A role of the security file may set
   * another bound for its users. Where Ignite knows no users, everybody is the same user.
   */
  public int getMaxJobsPerUser() {
    return maxJobsPerUser;
  }

  /**
   * Sets {@link #getMaxJobsPerUser()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxJobsPerUser(int maxJobsPerUser) {
    this.maxJobsPerUser = (int) atLeast(0, "maxJobsPerUser", maxJobsPerUser);
    return this;
  }

  /**
   * Most jobs of a user that wait in the whole cluster for a place; 0, the default, for no bound
   * but {@code maxQueuedJobs}. Roles as with {@code maxJobsPerUser}.
   */
  public int getMaxQueuedJobsPerUser() {
    return maxQueuedJobsPerUser;
  }

  /**
   * Sets {@link #getMaxQueuedJobsPerUser()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxQueuedJobsPerUser(int maxQueuedJobsPerUser) {
    this.maxQueuedJobsPerUser = (int) atLeast(0, "maxQueuedJobsPerUser", maxQueuedJobsPerUser);
    return this;
  }

  /**
   * Bytes that the jobs and loads of a user may take together on this node, of its memory budget
   * and its native memory budget; 0, the default, for no bound. Roles as with {@code
   * maxJobsPerUser}.
   */
  public long getMaxMemoryPerUserBytes() {
    return maxMemoryPerUserBytes;
  }

  /**
   * Sets {@link #getMaxMemoryPerUserBytes()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxMemoryPerUserBytes(long maxMemoryPerUserBytes) {
    this.maxMemoryPerUserBytes = atLeast(0, "maxMemoryPerUserBytes", maxMemoryPerUserBytes);
    return this;
  }

  /**
   * Longest time of a job of a user, in milliseconds; 0, the default, for no bound. The nearer one
   * of this and {@code maxJobMillis} counts. Roles as with {@code maxJobsPerUser}.
   */
  public long getMaxJobMillisPerUser() {
    return maxJobMillisPerUser;
  }

  /**
   * Sets {@link #getMaxJobMillisPerUser()}.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GraphemberConfiguration setMaxJobMillisPerUser(long maxJobMillisPerUser) {
    this.maxJobMillisPerUser = atLeast(0, "maxJobMillisPerUser", maxJobMillisPerUser);
    return this;
  }

  private static long atLeast(long least, String setting, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s = %d: must be at least %d.".formatted(setting, value, least));
    }
    return value;
  }

  /**
   * Nodes that a job coordinated here may lose and go on, {@value #DFLT_MAX_NODE_LOSSES} by
   * default; 0 ends a job at the first loss. Partitions that have no backup are lost with their
   * node.
   */
  public int getMaxNodeLosses() {
    return maxNodeLosses;
  }

  /** Sets {@link #getMaxNodeLosses()}. */
  public GraphemberConfiguration setMaxNodeLosses(int maxNodeLosses) {
    this.maxNodeLosses = maxNodeLosses;
    return this;
  }

  /**
   * Milliseconds within which the partitions of a lost node must be open on other nodes, {@value
   * #DFLT_NODE_LOSS_TIMEOUT_MILLIS} by default; a job coordinated here that waits longer ends.
   */
  public long getNodeLossTimeoutMillis() {
    return nodeLossTimeoutMillis;
  }

  /** Sets {@link #getNodeLossTimeoutMillis()}. */
  public GraphemberConfiguration setNodeLossTimeoutMillis(long nodeLossTimeoutMillis) {
    this.nodeLossTimeoutMillis = nodeLossTimeoutMillis;
    return this;
  }

  /**
   * Whether loads, drops and jobs need more than half of the cluster's storage nodes, from three of
   * them on; true by default. Alike on all nodes.
   */
  public boolean isRequireMajority() {
    return requireMajority;
  }

  /** Sets {@link #isRequireMajority()}. */
  public GraphemberConfiguration setRequireMajority(boolean requireMajority) {
    this.requireMajority = requireMajority;
    return this;
  }

  /**
   * Milliseconds that a job coordinated here pauses while less than half of the storage nodes are
   * there, {@value #DFLT_MAJORITY_TIMEOUT_MILLIS} by default; then it ends.
   */
  public long getMajorityTimeoutMillis() {
    return majorityTimeoutMillis;
  }

  /** Sets {@link #getMajorityTimeoutMillis()}. */
  public GraphemberConfiguration setMajorityTimeoutMillis(long majorityTimeoutMillis) {
    this.majorityTimeoutMillis = majorityTimeoutMillis;
    return this;
  }

  /**
   * Milliseconds after which a load is dropped whose client says nothing, {@value
   * #DFLT_LOAD_TIMEOUT_MILLIS} by default; a client that lives says something every 5 seconds.
   */
  public long getLoadTimeoutMillis() {
    return loadTimeoutMillis;
  }

  /** Sets {@link #getLoadTimeoutMillis()}. */
  public GraphemberConfiguration setLoadTimeoutMillis(long loadTimeoutMillis) {
    this.loadTimeoutMillis = loadTimeoutMillis;
    return this;
  }

  /** Whether the node owns partitions of graphs and published results; true by default. */
  public boolean isStorage() {
    return storage;
  }

  /** Sets {@link #isStorage()}. */
  public GraphemberConfiguration setStorage(boolean storage) {
    this.storage = storage;
    return this;
  }

  /** Whether the node runs trainers and needs a backend; true by default. */
  public boolean isTrainer() {
    return trainer;
  }

  /** Sets {@link #isTrainer()}. */
  public GraphemberConfiguration setTrainer(boolean trainer) {
    this.trainer = trainer;
    return this;
  }

  /**
   * Folders of this machine that jobs of the cluster may read by name, those that clients put into
   * the cache {@code graphember.requests}: {@code source.data: NAME} or {@code NAME/BELOW} in a
   * job. None by default. Every user who may load graphs can read all that is in them.
   */
  public Map<String, String> getSourceFolders() {
    return sourceFolders;
  }

  /**
   * Sets {@link #getSourceFolders()}.
   *
   * @param sourceFolders absolute paths by name
   * @throws IllegalArgumentException if a name has other characters than letters, digits, '-' and
   *     '_', or a path is not absolute
   */
  public GraphemberConfiguration setSourceFolders(Map<String, String> sourceFolders) {
    sourceFolders.forEach(
        (name, folder) -> {
          if (!name.matches("[A-Za-z0-9_-]+") || !Path.of(folder).isAbsolute()) {
            throw new IllegalArgumentException(
                "sourceFolders = %s: %s: names must be letters, digits, '-' and '_', folders absolute paths."
                    .formatted(name, folder));
          }
        });
    this.sourceFolders = Map.copyOf(sourceFolders);
    return this;
  }
}
