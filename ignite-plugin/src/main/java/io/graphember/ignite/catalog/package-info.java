// SPDX-License-Identifier: Apache-2.0
/** What the cluster knows: graphs, jobs, publications, in replicated caches. */
package io.graphember.ignite.catalog;
