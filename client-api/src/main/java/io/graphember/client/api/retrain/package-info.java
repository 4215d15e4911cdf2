// SPDX-License-Identifier: Apache-2.0
/** Models that the cluster trains on, as clients see them. */
@NullMarked
package io.graphember.client.api.retrain;

import org.jspecify.annotations.NullMarked;
