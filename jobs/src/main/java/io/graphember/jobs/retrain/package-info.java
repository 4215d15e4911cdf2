// SPDX-License-Identifier: Apache-2.0
/** Models that the cluster trains on by itself when their graphs have changed. */
@NullMarked
package io.graphember.jobs.retrain;

import org.jspecify.annotations.NullMarked;
