// SPDX-License-Identifier: Apache-2.0
/** The training loop that every trainer of a job runs in step with the others. */
@NullMarked
package io.graphember.training.loop;

import org.jspecify.annotations.NullMarked;
