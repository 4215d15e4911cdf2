// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.cli.error.CliError;
import io.graphember.client.ClientError;
import io.graphember.client.connect.ConnectionError;
import io.graphember.graph.GraphError;
import io.graphember.inference.InferenceError;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.sampling.SamplingError;
import io.graphember.schema.InputError;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.SpiError;
import io.graphember.tensor.TensorError;
import io.graphember.tgar.TgarError;
import io.graphember.training.TrainingError;
import java.util.List;

/** Codes that no single bad input gives. */
final class OtherCodes {
  private OtherCodes() {}

  static final List<ErrorCode> ALL =
      List.of(
          SpiError.CANCELLED,
          SpiError.PROVIDER_UNUSABLE,
          NodeError.ARCHITECTURE_MISSING,
          NodeError.POLICY_MISSING,
          SpiError.MODEL_UNSUPPORTED,
          SpiError.ENGINE_UNAVAILABLE,
          SpiError.ENGINE_OPERATION_FAILED,
          NodeError.ENGINE_STALLED,
          SpiError.INTERNAL,
          CliError.DRAIN_UNFINISHED,
          CliError.REPORT_INCOMPLETE,
          CliError.PORT_TAKEN,
          NodeError.USER_BUSY,
          NodeError.QUEUE_FULL,
          NodeError.QUEUE_TIME_EXCEEDED,
          NodeError.REQUEST_REFUSED,
          NodeError.SOURCE_NOT_ALLOWED,
          MemoryError.USER_MEMORY_EXCEEDED,
          MemoryError.JOB_MEMORY_EXCEEDED,
          MemoryError.GRAPH_NOT_MAPPED,
          NodeError.JOB_TIME_EXCEEDED,
          CliError.NODES_NOT_STARTED,
          CliError.HEAP_TOO_SMALL,
          ClientError.LOAD_CHANGED,
          ConnectionError.JVM_CLOSED,
          ConnectionError.CONNECTION_TIMED_OUT,
          ConnectionError.TLS_MISMATCH,
          ConnectionError.TLS_REFUSED,
          ConnectionError.LOGIN_REFUSED,
          InputError.INPUT_UNREADABLE,
          InputError.INPUT_FORMAT_ABSENT,
          InputError.INPUT_COLUMN_UNFIT,
          InputError.INPUT_RELATION_UNKNOWN,
          GraphError.PARTITIONER_BROKEN,
          GraphError.SHARD_MALFORMED,
          GraphError.SECTION_CORRUPT,
          GraphError.REQUEST_OUT_OF_RANGE,
          NodeError.BACKEND_MISSING,
          NodeError.INFERENCE_ENGINE_MISSING,
          NodeError.BACKEND_SPI_VERSION,
          NodeError.REGION_FULL,
          NodeError.NODE_OUT_OF_MEMORY,
          NodeError.NODE_LOST,
          NodeError.PARTITION_LOST,
          NodeError.ROWS_PARTLY_CHANGED,
          NodeError.NODE_CALL_FAILED,
          NodeError.MESSAGE_UNFIT,
          NodeError.FORMAT_UNKNOWN,
          NodeError.JOB_MOVING,
          NodeError.NOT_OWNER,
          TrainingError.TRAINER_LOST,
          TrainingError.JOB_SETTINGS,
          SamplingError.BATCH_TOO_LARGE,
          SamplingError.VERTEX_ID_UNKNOWN,
          SamplingError.VERTEX_TYPE_UNKNOWN,
          SamplingError.SAMPLING_RULE,
          SamplingError.REPLY_LATE,
          SamplingError.REPLY_FAILED,
          SamplingError.REPLY_MISMATCH,
          TensorError.TABLE_UNKNOWN,
          TensorError.TABLE_REQUEST_UNFIT,
          TensorError.STEP_AHEAD,
          TensorError.SEQUENCE_TOO_OLD,
          TensorError.CHECKPOINT_MISMATCH,
          InferenceError.CHUNK_CORRUPT,
          InferenceError.STORE_FAILED,
          InferenceError.NEIGHBORHOOD_TOO_LARGE,
          TensorError.CHECKPOINT_CORRUPT,
          TgarError.MESSAGE_MISMATCH);
}
