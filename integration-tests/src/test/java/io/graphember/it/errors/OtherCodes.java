// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.cli.error.CliError;
import io.graphember.client.ClientError;
import io.graphember.client.connect.ConnectionError;
import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.inference.InferenceError;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.sampling.SamplingError;
import io.graphember.schema.InputError;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.SpiError;
import io.graphember.tensor.TensorError;
import io.graphember.training.TrainingError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Codes that no single bad input gives, each with when it comes. */
final class OtherCodes {
  private OtherCodes() {}

  static final Map<ErrorCode, String> ALL = all();

  private static Map<ErrorCode, String> all() {
    Map<ErrorCode, String> all = new LinkedHashMap<>();
    all.put(SpiError.CANCELLED, "The user asked the work to stop.");
    all.put(
        SpiError.PROVIDER_UNUSABLE,
        "A jar in `libs` brings a model, an importer or a policy of batches that is no record with a tag, or whose tag another has.");
    all.put(
        NodeError.ARCHITECTURE_MISSING,
        "A model's architecture comes in a jar that a server node does not have, or has in a version with other settings.");
    all.put(
        NodeError.POLICY_MISSING,
        "A policy of batches comes in a jar that a server node does not have.");
    all.put(SpiError.MODEL_UNSUPPORTED, "The engine lacks an operator of the model.");
    all.put(SpiError.ENGINE_UNAVAILABLE, "The engine's native libraries do not load.");
    all.put(SpiError.ENGINE_OPERATION_FAILED, "The engine failed.");
    all.put(
        NodeError.ENGINE_STALLED,
        "A call of the engine did not come back within `engineCallTimeoutMillis`; restart the node that is named.");
    all.put(SpiError.INTERNAL, "A bug of Graphember; `--verbose` and the node's log say more.");
    all.put(CliError.DRAIN_UNFINISHED, "`drain --wait` ended before the work of the node did.");
    all.put(
        NodeError.USER_BUSY,
        "The user runs as many jobs as `maxJobsPerUser` or a role permits; wait until one ends.");
    all.put(
        MemoryError.USER_MEMORY_EXCEEDED,
        "The user's work takes as much of a node as `maxMemoryPerUserBytes` or a role permits.");
    all.put(
        NodeError.JOB_TIME_EXCEEDED,
        "A job ran longer than `maxJobMillis`, `maxJobMillisPerUser` or a role permits.");
    all.put(CliError.NODES_NOT_STARTED, "Ignite could not start a node in this process.");
    all.put(CliError.HEAP_TOO_SMALL, "The process of the command ran out of heap.");
    all.put(
        ConnectionError.JVM_CLOSED,
        "The JVM of a Java program does not open java.nio; see the page on the Java client.");
    all.put(
        ConnectionError.CONNECTION_TIMED_OUT,
        "An address takes the connection, or not even that, and says nothing.");
    all.put(ConnectionError.TLS_MISMATCH, "Only one of the client and the node speaks TLS.");
    all.put(
        ConnectionError.TLS_REFUSED,
        "The client does not trust the node's certificate, or the node not the client's.");
    all.put(
        ConnectionError.LOGIN_REFUSED,
        "A node does not know the user, or the password is wrong, or neither was given.");
    all.put(InputError.INPUT_UNREADABLE, "The operating system does not let a file be read.");
    all.put(InputError.INPUT_FORMAT_ABSENT, "The library of a format is not on the class path.");
    all.put(InputError.INPUT_COLUMN_UNFIT, "A column of a Parquet file is of a type not read.");
    all.put(GraphError.PARTITIONER_BROKEN, "A partitioner left out an edge, or dealt one twice.");
    all.put(
        GraphError.SHARD_MALFORMED,
        "What a storage node sent to another while they cut a graph is damaged.");
    all.put(GraphError.SECTION_CORRUPT, "A stored block is damaged or of another version.");
    all.put(GraphError.REQUEST_OUT_OF_RANGE, "A trainer asked for a row that is not there.");
    all.put(NodeError.BACKEND_MISSING, "No backend is installed on a node.");
    all.put(
        NodeError.INFERENCE_ENGINE_MISSING,
        "The engine that is to compute inference is not installed on a node.");
    all.put(NodeError.BACKEND_SPI_VERSION, "A backend was made for another version.");
    all.put(NodeError.REGION_FULL, "A graph does not fit the data regions of the nodes.");
    all.put(NodeError.NODE_OUT_OF_MEMORY, "A node's heap did not suffice for a job.");
    all.put(NodeError.NODE_LOST, "A node left the cluster in the middle of a job or a load.");
    all.put(
        NodeError.PARTITION_LOST,
        "A storage node left in the middle of a job, and no other could serve its partitions.");
    all.put(NodeError.NODE_CALL_FAILED, "A call from one node to another failed.");
    all.put(NodeError.MESSAGE_UNFIT, "Nodes run minor versions of Graphember that differ.");
    all.put(
        NodeError.FORMAT_UNKNOWN,
        "A later version of Graphember has written the catalog or a model; start the nodes with that version.");
    all.put(NodeError.JOB_MOVING, "A job ended on its nodes to go on on others, and could not.");
    all.put(NodeError.NOT_OWNER, "Partitions kept moving while a job wanted to open them.");
    all.put(TrainingError.TRAINER_LOST, "Another trainer of the job failed.");
    all.put(TrainingError.JOB_SETTINGS, "Settings of a job contradict each other.");
    all.put(SamplingError.BATCH_TOO_LARGE, "The neighbourhood of a batch is too large.");
    all.put(SamplingError.VERTEX_ID_UNKNOWN, "A seed is not a vertex of the graph's version.");
    all.put(SamplingError.VERTEX_TYPE_UNKNOWN, "Negatives are to be of a type that is not there.");
    all.put(SamplingError.SAMPLING_RULE, "A rule of sampling contradicts itself.");
    all.put(SamplingError.REPLY_LATE, "A storage node did not answer in time.");
    all.put(SamplingError.REPLY_FAILED, "A storage node could not answer.");
    all.put(SamplingError.REPLY_MISMATCH, "A storage node answered something else.");
    all.put(
        TensorError.TABLE_UNKNOWN, "A trainer asked a storage node for a table it does not have.");
    all.put(TensorError.TABLE_REQUEST_UNFIT, "A request for rows does not fit its table.");
    all.put(TensorError.STEP_AHEAD, "A trainer asked for a step that has not begun.");
    all.put(
        TensorError.SEQUENCE_TOO_OLD,
        "A change of rows arrived so late that nobody knows whether it was made before.");
    all.put(
        TensorError.CHECKPOINT_MISMATCH,
        "A job is to go on from a checkpoint of another graph or of other tables.");
    all.put(InferenceError.CHUNK_CORRUPT, "A file with rows between layers is damaged.");
    all.put(
        InferenceError.STORE_FAILED,
        "Rows between layers could not be written or read, for example on a full disk.");
    all.put(
        TensorError.CHECKPOINT_CORRUPT,
        "A block or the manifest of a checkpoint is damaged or of another version.");
    return all;
  }

  /** Every code of every module. */
  static List<ErrorCode> everyCode() {
    List<ErrorCode> codes = new ArrayList<>();
    codes.addAll(List.of(SpiError.values()));
    codes.addAll(List.of(CliError.values()));
    codes.addAll(List.of(ClientError.values()));
    codes.addAll(List.of(ConnectionError.values()));
    codes.addAll(List.of(ConfigError.values()));
    codes.addAll(List.of(InputError.values()));
    codes.addAll(List.of(GraphError.values()));
    codes.addAll(List.of(MemoryError.values()));
    codes.addAll(List.of(SamplingError.values()));
    codes.addAll(List.of(TensorError.values()));
    codes.addAll(List.of(TrainingError.values()));
    codes.addAll(List.of(InferenceError.values()));
    codes.addAll(List.of(NodeError.values()));
    return codes;
  }
}
