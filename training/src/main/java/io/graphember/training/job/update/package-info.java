// SPDX-License-Identifier: Apache-2.0
/** How a model that a job has left goes on with newer data. */
@NullMarked
package io.graphember.training.job.update;

import org.jspecify.annotations.NullMarked;
