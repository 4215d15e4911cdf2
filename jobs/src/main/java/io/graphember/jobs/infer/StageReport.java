// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.inference.layerwise.LayerTimes;
import java.util.Optional;

/**
 * What a node says of a stage of inference.
 *
 * @param rows that it will keep at most, when it opens
 * @param times of a pass
 */
record StageReport(long rows, Optional<LayerTimes> times) {}
