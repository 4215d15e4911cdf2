// SPDX-License-Identifier: Apache-2.0
/** Tables and caches of a cluster. */
package io.graphember.formats.cluster;
